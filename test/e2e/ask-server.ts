import { expect } from 'vitest';

/** Sends a request that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
export type Ask = (method: string, path: string, body?: object) => Promise<any>;

/**
 * Creates a server's first account and returns a request function for its owner. `addressOf` is read at each request,
 * as a restarted server has another port.
 */
export async function askAsOwner(addressOf: () => string): Promise<Ask> {
  let token = '';
  const ask: Ask = async (method, path, body) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(new URL(path, addressOf()), init);
    const answer: Awaited<ReturnType<Ask>> = await response.json();
    expect([path, response.ok, answer.detail]).toEqual([path, true, undefined]);
    return answer;
  };
  const owner = { email: 'owner@example.com', password: 'correct horse battery', organization_name: 'X' };
  token = (await ask('POST', '/api/auth/register', owner)).token;
  return ask;
}
