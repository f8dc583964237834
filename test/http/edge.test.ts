import { Agent, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../src/log.ts';
import { openTestServer } from './test-server.ts';

const long = 'one two three four '.repeat(200);
const config = { access: 'public' } as const;

async function openAnswers() {
  const { app } = await openTestServer();
  const answer = (url: string, type: string, body: () => string | Readable) =>
    app.route({ method: 'GET', url, config, handler: async (_request, reply) => reply.type(type).send(body()) });
  app.route({
    method: 'GET',
    url: '/json',
    config,
    schema: { response: { 200: z.object({ long: z.string() }) } },
    handler: async () => ({ long }),
  });
  answer('/short', 'application/json', () => '{"token":"canary"}');
  answer('/wav', 'audio/wav', () => long);
  answer('/events', 'text/event-stream', () => Readable.from([long]));
  return app;
}

describe('compression', () => {
  test('encodes long JSON as the client accepts', async () => {
    const app = await openAnswers();
    const ask = (encoding: string) => app.inject({ url: '/json', headers: { 'accept-encoding': encoding } });
    const [brotli, gzip, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')];
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual({ long });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual({ long });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json()).toEqual({ long });
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
    for (const { headers } of [brotli, gzip]) expect(headers.vary).toContain('accept-encoding');
  });

  test.each(['/short', '/wav', '/events'])('%s comes as it is', async (url) => {
    const app = await openAnswers();
    const answer = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test('does not unpack a compressed request', async () => {
    const { app } = await openTestServer();
    app.route({ method: 'POST', url: '/it', config, handler: async ({ body }) => ({ body }) });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await app.inject({ method: 'POST', url: '/it', headers, payload: Buffer.from('1f8b0800', 'hex') });
    expect(answer.statusCode).toBe(400);
  });
});

describe('a JSON body', () => {
  test('is refused when it is nested too deeply, before anything reads it', async () => {
    const { app } = await openTestServer();
    const read: unknown[] = [];
    app.route({
      method: 'POST',
      url: '/it',
      config,
      schema: { body: z.record(z.string(), z.unknown()) },
      handler: async ({ body }) => ({ size: read.push(body) }),
    });
    const send = (payload: string) =>
      app.inject({ method: 'POST', url: '/it', headers: { 'content-type': 'application/json' }, payload });
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    for (const levels of [64, 1000, 100_000]) {
      const answer = await send(nested(levels));
      expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'The body must have at most 64 levels.' }]);
    }
    expect(read).toEqual([]);
    expect((await send(nested(63))).statusCode).toBe(200);
  });
});

describe('the request id', () => {
  test('is generated here: a client’s id is neither returned nor logged', async () => {
    const { app, logged } = await openTestServer();
    app.route({ method: 'GET', url: '/it', config, handler: async () => ({}) });
    const answer = await app.inject({ url: '/it?a=%0d%0aset-cookie:%20x', headers: { 'x-request-id': 'canary' } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-/);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(JSON.stringify(logged)).not.toContain('canary');
    expect(logged.some(({ requestId }) => requestId === answer.headers['x-request-id'])).toBe(true);
  });

  test('control characters in a path do not break a log line', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'debug', stream: { write: (line) => void lines.push(line) } });
    const { app } = await openTestServer({ log });
    await app.inject({ url: '/a%0a%1b[31mb' });
    await app.inject({ method: 'POST', url: '/x', headers: { 'content-type': 'a/b\tc' }, payload: '\u001b[31m' });
    expect(lines.length).toBeGreaterThan(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
    for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f]/);
  });
});

describe('closing', () => {
  test('answers requests in progress, and does not wait for idle connections', async () => {
    const { app } = await openTestServer();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = (): void => {};
    const begun = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    app.route({ method: 'GET', url: '/quick', config, handler: async () => ({}) });
    app.route({
      method: 'GET',
      url: '/held',
      config,
      handler: async () => {
        arrived();
        await held;
        return { finished: true };
      },
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const idle = new Agent({ keepAlive: true });
    const busy = new Agent({ keepAlive: true });
    const first = await get(`${address}/quick`, idle);
    expect(first.connection).toBe('keep-alive');
    const answer = get(`${address}/held`, busy);
    await begun;
    const closed = app.close();
    await expect(get(`${address}/quick`, new Agent())).rejects.toThrow(/ECONN/);
    release();
    expect(await answer).toEqual({ status: 200, connection: 'close', body: '{"finished":true}' });
    await closed;
    expect(Object.values(idle.freeSockets).flat()).toEqual([]);
    expect(Object.values(busy.freeSockets).flat()).toEqual([]);
  });
});

function get(url: string, agent: Agent): Promise<{ status: number; connection: string; body: string }> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection ?? '', body }),
      );
    })
      .on('error', reject)
      .end();
  });
}
