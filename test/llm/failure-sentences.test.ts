import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureSentence, rehearseCall } from '../../src/llm/index.ts';

let status = 200;
let said = '';
const server = createServer((_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: said } }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const portOf = (): number => (server.address() as AddressInfo).port;

async function adviceAt(baseUrl: string): Promise<string> {
  const timeoutMs = 120_000;
  const rehearsed = await rehearseCall({ baseUrl, model: 'm', apiKey: 'k' }, { timeoutMs, nowMs: () => 0 });
  if (rehearsed.kind !== 'failed') return expect.fail('the server answered');
  return failureSentence({ ...rehearsed, waitedMs: timeoutMs, serverWords: rehearsed.sentence });
}

test.each([
  [400, 'No connected db.', /Check the key and the name of the model\. The server says: “No connected db\.”/],
  [401, 'Incorrect API key provided.', /rejected the key/],
  [402, 'Insufficient credits.', /no quota left/],
  [404, 'Not Found', /address, which often ends in \/v1, and the name of the model/],
  [429, 'You exceeded your current quota, please check your plan and billing details.', /no quota left/],
  [429, 'Budget has been exceeded! Current cost: 10.2, Max budget: 10.0', /no quota left/],
  [429, 'RateLimitError: model group no-credit failed with the error above.', /limits the rate/],
  [429, 'Quota exceeded for requests per minute.', /limits the rate/],
  [403, 'Your card was declined, see billing.', /no quota left/],
  [429, 'Too many requests in a minute.', /limits the rate/],
  [500, 'Connection error.', /The server failed/],
])('a server that answers %i with “%s” gets advice on it', async (answered, words, advice) => {
  [status, said] = [answered, words];
  expect(await adviceAt(`http://127.0.0.1:${portOf()}/v1`)).toMatch(advice);
});

test('an address at which nothing answers, no name exists or no secure connection is possible gets advice on it', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await adviceAt(`http://127.0.0.1:${port}/v1`)).toMatch(/Nothing answers at this address/);
  expect(await adviceAt('http://models.invalid/v1')).toMatch(/name of the server cannot be resolved/);
  expect(await adviceAt(`https://127.0.0.1:${portOf()}/v1`)).toMatch(/begins with http:\/\/ or https:\/\//);
});
