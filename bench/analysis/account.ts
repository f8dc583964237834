import type { ServerChild } from '../../src/cli/server-child.ts';

/** Requests of the first account of a new server, who may define fields. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

const person = { email: 'bench@example.com', password: 'correct horse battery', organization_name: 'Bench' };

/** Registers the first account. Requests with another answer than 2xx throw. */
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
