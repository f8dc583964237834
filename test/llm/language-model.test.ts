import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createLanguageModel } from '../../src/llm/index.ts';
import { createSlots } from '../../src/slots.ts';
import { type ModelServer, openModelServer, type Step, says } from '../agent/model-server.ts';

const apiKey = 'sk-secret-of-the-operator';

async function setUp(limits = {}): Promise<{ server: ModelServer; model: ReturnType<typeof createLanguageModel> }> {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  return { server, model: createLanguageModel({ baseUrl: server.baseUrl, model: 'm', apiKey }, limits) };
}

const messages = [{ role: 'user', content: 'How was the call?' }] as const;
const asked = { messages, maxTokens: 50, timeoutMs: 5000 };
const schema = z.object({ mood: z.enum(['good', 'bad']), score: z.int().min(0).max(10) });
const askedObject = { ...asked, name: 'verdict', schema };
const hang: readonly Step[] = [{ do: 'hang' }];
const fail = (status: number, body = '{}'): readonly Step[] => [{ do: 'fail', status, body }];

test('returns the server’s text; the server receives model, limit and key', async () => {
  const { server, model } = await setUp();
  server.play(says(' It went ', 'well. '));
  expect(await model.text(asked)).toEqual({ kind: 'done', value: 'It went well.' });
  expect(server.asked[0]?.body).toMatchObject({ model: 'm', max_tokens: 50, temperature: 0, messages });
  expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
});

test.each([
  [401, 'llm_refused'],
  [403, 'llm_refused'],
  [429, 'llm_rate_limited'],
  [400, 'llm_unsupported'],
  [500, 'llm_error'],
] as const)('status %i is the failure %s, without anything of the answer or the key', async (status, code) => {
  const { server, model } = await setUp();
  server.play(fail(status, JSON.stringify({ error: { message: `bad key ${apiKey}` } })));
  const outcome = await model.text(asked);
  expect(outcome).toEqual({ kind: 'failed', code });
  expect(inspect(outcome, { depth: 9, showHidden: true })).not.toContain(apiKey);
});

test('a server that is unreachable, silent, slow or empty is a failure', async () => {
  const { server, model } = await setUp();
  server.play(hang);
  expect(await model.text({ ...asked, timeoutMs: 100 })).toEqual({ kind: 'failed', code: 'llm_timeout' });
  await server.asked[0]?.dropped;
  server.play([{ do: 'say', text: 'It' }, { do: 'hang' }]);
  expect(await model.text({ ...asked, timeoutMs: 100 })).toEqual({ kind: 'failed', code: 'llm_timeout' });
  server.play(says('  '));
  expect(await model.text(asked)).toEqual({ kind: 'failed', code: 'llm_empty' });
  server.play([{ do: 'say', text: 'It' }, { do: 'cut' }]);
  expect(await model.text(asked)).toEqual({ kind: 'failed', code: 'llm_error' });
  const absent = createLanguageModel({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' });
  expect(await absent.text(asked)).toEqual({ kind: 'failed', code: 'llm_error' });
});

test('a redirect is a failure, and its target receives nothing', async () => {
  const { server } = await setUp();
  server.play(says('Hello.'));
  const redirecting = createServer((_, response) =>
    response.writeHead(307, { location: `${server.baseUrl}/chat/completions` }).end(),
  );
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void redirecting.close());
  const { port } = redirecting.address() as AddressInfo;
  const model = createLanguageModel({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm', apiKey });
  expect(await model.text(asked)).toEqual({ kind: 'failed', code: 'llm_error' });
  expect(server.asked).toEqual([]);
});

test('a server that ignores max_tokens is cut off', async () => {
  const { server, model } = await setUp();
  server.play([...Array.from({ length: 20 }, (): Step => ({ do: 'say', text: 'words '.repeat(20) })), { do: 'hang' }]);
  expect(await model.text(asked)).toEqual({ kind: 'failed', code: 'llm_long' });
  await server.asked[0]?.dropped;
});

test('an abort rejects with its reason and closes the connection', async () => {
  const { server, model } = await setUp();
  server.play(hang);
  const controller = new AbortController();
  const outcome = model.text({ ...asked, signal: controller.signal });
  await expect.poll(() => server.asked.length).toBe(1);
  controller.abort(new Error('the job was cancelled'));
  await expect(outcome).rejects.toThrow('the job was cancelled');
  await server.asked[0]?.dropped;
});

test('objects are requested by JSON schema, extracted from fences and prose, and validated', async () => {
  const { server, model } = await setUp();
  server.play(says('Here it is:\n```json\n{"mood": "good", ', '"score": 7}\n```'));
  expect(await model.object(askedObject)).toEqual({ kind: 'done', value: { mood: 'good', score: 7 } });
  const body = server.asked[0]?.body as unknown as { response_format: object };
  expect(body.response_format).toMatchObject({ type: 'json_schema', json_schema: { name: 'verdict', strict: true } });
  expect(server.asked[0]?.body.messages.at(-1)).toMatchObject({
    role: 'user',
    content: expect.stringContaining('"mood"'),
  });
});

test('an invalid object is returned to the model once with the error, then it is a failure', async () => {
  const { server, model } = await setUp();
  server.play(says('{"mood": "fine", "score": 7}'), says('{"mood": "good", "score": 7}'));
  expect(await model.object(askedObject)).toEqual({ kind: 'done', value: { mood: 'good', score: 7 } });
  const repair = server.asked[1]?.body.messages ?? [];
  expect(repair.at(-2)).toEqual({ role: 'assistant', content: '{"mood": "fine", "score": 7}' });
  expect(repair.at(-1)?.content).toMatch(/mood[\s\S]*corrected JSON/);
  server.play(says('I would say it was fine.'));
  expect(await model.object(askedObject)).toEqual({ kind: 'failed', code: 'llm_invalid' });
  expect(server.asked).toHaveLength(4);
});

test('a server without response_format is used without it from then on', async () => {
  const { server, model } = await setUp();
  const good = says('{"mood": "bad", "score": 0}');
  server.play(good);
  server.refuse(400, (body) => ('response_format' in body ? '' : undefined));
  const value = { mood: 'bad', score: 0 };
  expect(await model.object(askedObject)).toEqual({ kind: 'done', value });
  expect(await model.object(askedObject)).toEqual({ kind: 'done', value });
  expect(server.asked.map(({ body }) => 'response_format' in body)).toEqual([true, true, false, false]);
});

test.each([
  ['max_completion_tokens in place of max_tokens', 'max_tokens', { max_completion_tokens: 50 }],
  ['no temperature', 'temperature', { max_tokens: 50 }],
] as const)('a server that accepts %s gets what it accepts from then on', async (_, refused, sent) => {
  const { server, model } = await setUp();
  server.play(says('It went well.'));
  server.refuse(400, (body) => (refused in body ? `Unsupported parameter: '${refused}' is not supported.` : undefined));
  expect(await model.text(asked)).toMatchObject({ kind: 'done' });
  expect(await model.text(asked)).toMatchObject({ kind: 'done' });
  expect(server.asked).toHaveLength(3);
  expect(server.asked[2]?.body).toMatchObject(sent);
  expect(server.asked[2]?.body).not.toHaveProperty(refused);
});

test('an object may come as json_object where json_schema is refused', async () => {
  const { server, model } = await setUp();
  server.play(says('{"mood": "good", "score": 7}'));
  server.refuse(400, ({ response_format }) =>
    JSON.stringify(response_format).includes('json_schema')
      ? 'response_format json_schema is not available'
      : undefined,
  );
  expect(await model.object(askedObject)).toMatchObject({ kind: 'done' });
  expect(server.asked[1]?.body).toMatchObject({ response_format: { type: 'json_object' } });
});

test('reasoning before the answer is left out', async () => {
  const { server, model } = await setUp();
  server.play(says('<think>They say {"mood": "bad"}.</think>\n', '{"mood": "good", "score": 7}'));
  expect(await model.object(askedObject)).toEqual({ kind: 'done', value: { mood: 'good', score: 7 } });
});

test('a refusal for another cause is not repeated in other forms', async () => {
  const { server, model } = await setUp();
  server.refuse(400, () => "This model's maximum context length is 4096 tokens.");
  expect(await model.text(asked)).toEqual({ kind: 'failed', code: 'llm_unsupported' });
  expect(server.asked).toHaveLength(1);
});

test('concurrent requests are limited, a bounded number waits, the rest is busy', async () => {
  const { server, model } = await setUp({ atOnce: 1, waiting: 1 });
  server.play([{ do: 'wait', ms: 150 }, ...says('one')], says('two'));
  const first = model.text(asked);
  const second = model.text(asked);
  expect(await model.text(asked)).toEqual({ kind: 'failed', code: 'llm_busy' });
  expect(server.asked.length).toBeLessThanOrEqual(1);
  expect(await Promise.all([first, second])).toEqual([
    { kind: 'done', value: 'one' },
    { kind: 'done', value: 'two' },
  ]);
  expect(await model.text(asked)).toEqual({ kind: 'done', value: 'two' });
});

test('slots go to waiting requests in order; those that leave the queue get none', async () => {
  const slots = createSlots({ atOnce: 1, waiting: 2 });
  const { signal } = new AbortController();
  const release = await slots.enter(signal);
  const leaving = new AbortController();
  const left = slots.enter(leaving.signal);
  const stays = slots.enter(signal);
  expect(await slots.enter(signal)).toBeUndefined();
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  release?.();
  release?.();
  const next = await stays;
  expect(next).toBeDefined();
  const last = slots.enter(signal);
  next?.();
  expect(await last).toBeDefined();
});
