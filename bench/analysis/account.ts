import type { ServerChild } from '../../src/cli/server-child.ts';

/** Sends requests as the first account of a new server, which may define fields. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

const person = { email: 'bench@example.com', password: 'correct horse battery', organization_name: 'Bench' };

/** Registers the first account. Requests throw on a response other than 2xx. */
export async function openAccount({ baseUrl }: Pick<ServerChild, 'baseUrl'>): Promise<Ask> {
  let token = '';
  const ask: Ask = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm || !body ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  ({ token } = (await ask('POST', '/api/auth/register', person)) as { token: string });
  return ask;
}
