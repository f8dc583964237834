import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkConnections } from '../../src/cli/connections-check.ts';

/** A server with these responses by path. */
async function serving(answers: Readonly<Record<string, object>>) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    seen.push(`${request.method} ${path} ${request.headers.authorization}`);
    const answer = answers[path.split('?')[0] ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const url = '/api/settings/models';
const row = (uuid: string, name: string) => ({ uuid, name, base_url: `local:${uuid}` });
const working = { ok: true, first_token_ms: 300, tokens_per_second: 5.8, error: null, notes: [] };

test('each connected model is tested, and says how fast it is or why it fails', async () => {
  const { baseUrl, seen } = await serving({
    [url]: { connections: [row('a', 'Small'), row('b', 'Main'), row('c', 'Plain'), row('d', 'Lost')] },
    [`${url}/a/test`]: working,
    [`${url}/b/test`]: { ...working, ok: false, error: 'The server rejected the key.', first_token_ms: null },
    [`${url}/c/test`]: { ...working, tokens_per_second: null, notes: ['It does not accept tools.'] },
  });
  const checks = await checkConnections({ baseUrl, token: 't' });
  expect(checks.map(({ name, state, detail }) => `${name}: ${state}, ${detail}`)).toEqual([
    'language model Small: ok, first token after 300 ms, 5.8 tokens a second',
    'language model Main: failed, The server rejected the key.',
    'language model Plain: warning, first token after 300 ms',
    'language model Lost: warning, the test could not be run',
  ]);
  expect(checks[2]?.advice).toBe('It does not accept tools.');
  expect(seen[1]).toBe(`POST ${url}/a/test Bearer t`);
});

test('a server without connections, or one that refuses the credential, adds no check', async () => {
  const { baseUrl } = await serving({});
  expect(await checkConnections({ baseUrl })).toEqual([]);
});
