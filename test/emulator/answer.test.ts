import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type AskOptions, askForStream } from '../../media/emulator/answer.ts';
import { readAnswerJson, readAnswerXml, readBrowserJson } from '../../media/emulator/answer-document.ts';

const stream = (attributes: string, url: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response><Stream ${attributes}>${url}</Stream></Response>`;

describe('the XML answer', () => {
  test('a stream with an escaped address, a codec and headers', () => {
    const xml = stream(
      'bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000" extraHeaders="a=1;b=2"',
      '\n  ws://127.0.0.1:8081/media/telephony_a/tok?x=1&amp;y=2\n',
    );
    expect(readAnswerXml(xml)).toEqual({
      kind: 'stream',
      url: 'ws://127.0.0.1:8081/media/telephony_a/tok?x=1&y=2',
      format: { encoding: 'mulaw', rateHz: 8000 },
      custom: { a: '1', b: '2' },
    });
  });

  test.each([
    ['<Response><Hangup reason="rejected"/></Response>', 'rejected'],
    ['<Response><Hangup/></Response>', ''],
    ['<Response/>', 'nothing to do'],
  ])('%s hangs up', (xml, reason) => {
    expect(readAnswerXml(xml)).toEqual({ kind: 'hang_up', reason });
  });

  test.each([
    ['garbage', 'hello'],
    ['cut short', '<Response><Stream'],
    ['empty', ''],
    ['another document', '<html><body>no</body></html>'],
    ['a stream of one direction', stream('', 'ws://127.0.0.1/x')],
    ['no address', stream('bidirectional="true"', '')],
    ['not a WebSocket', stream('bidirectional="true"', 'http://127.0.0.1/x')],
    ['an unknown codec', stream('bidirectional="true" contentType="audio/opus"', 'ws://127.0.0.1/x')],
    ['an address too long', stream('bidirectional="true"', `ws://127.0.0.1/${'x'.repeat(2100)}`)],
  ])('%s is unreadable, with a reason', (_, xml) => {
    const answer = readAnswerXml(xml);
    expect(answer.kind).toBe('unreadable');
    expect(answer).toHaveProperty('detail', expect.stringMatching(/\w/));
  });
});

describe('the JSON answers', () => {
  test('telephony_b: the rate is in the address', () => {
    const url = 'ws://127.0.0.1:1/media/telephony_b/t?sample-rate=16000';
    expect(readAnswerJson(JSON.stringify({ url }))).toEqual({
      kind: 'stream',
      url,
      custom: {},
      format: { encoding: 'l16', rateHz: 16000 },
    });
    expect(readAnswerJson('{"url":"ws://127.0.0.1/x"}')).toMatchObject({ format: { rateHz: 8000 } });
  });

  test('browser: the token appears in the address once', () => {
    const inPath = readBrowserJson('{"ws_url":"ws://127.0.0.1/media/browser/abc","token":"abc"}');
    expect(inPath).toMatchObject({ kind: 'stream', url: 'ws://127.0.0.1/media/browser/abc' });
    const beside = readBrowserJson('{"ws_url":"ws://127.0.0.1/media/browser","token":"abc"}');
    expect(beside).toMatchObject({ url: 'ws://127.0.0.1/media/browser?token=abc' });
  });

  test.each(['', '{', '[]', '{}', '{"url":7e999}', '{"url":"http://127.0.0.1"}', '{"url":"ws://h?sample-rate=11025"}'])(
    '%s is unreadable',
    (text) => {
      expect(readAnswerJson(text).kind).toBe('unreadable');
      expect(readBrowserJson(text).kind).toBe('unreadable');
    },
  );
});

describe('requesting an answer', () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const ask = (baseUrl: string, more: Partial<AskOptions> = {}) =>
    askForStream({ dialect: 'telephony_a', baseUrl, callId: 'c1', from: '+1555', to: '+12025550143', ...more });

  test('posts the provider’s form and follows the document', async () => {
    const seen: { url: string | undefined; body: string }[] = [];
    const baseUrl = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push({ url: request.url, body });
        if (request.url?.includes('telephony_a')) response.end(stream('bidirectional="true"', 'ws://localhost:9/m'));
        else response.end('{"url":"ws://localhost:9/m"}');
      });
    });
    expect(await ask(baseUrl)).toMatchObject({ kind: 'stream', url: 'ws://localhost:9/m' });
    expect(await ask(baseUrl, { dialect: 'telephony_b' })).toMatchObject({ kind: 'stream' });
    expect(seen.map(({ url }) => url)).toEqual([
      '/api/voice/webhooks/telephony_a/answer',
      '/api/voice/webhooks/telephony_b/answer',
    ]);
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toMatchObject({
      CallUUID: 'c1',
      From: '+1555',
      To: '+12025550143',
    });
    expect(Object.fromEntries(new URLSearchParams(seen[1]?.body))).toMatchObject({
      CallSid: 'c1',
      CallFrom: '+1555',
      CallTo: '+12025550143',
    });
  });

  test('reports an error status with the server’s words', async () => {
    const baseUrl = await serve((_, response) => {
      response.statusCode = 500;
      response.end('{"detail":"something failed (id 7)"}');
    });
    expect(await ask(baseUrl)).toEqual({ kind: 'refused', status: 500, detail: 'something failed (id 7)' });
  });

  test('does not follow a redirect', async () => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(302, { location: 'http://192.0.2.1/' }).end();
    });
    expect(await ask(baseUrl)).toMatchObject({ kind: 'refused', status: 302 });
  });

  test('aborts an endless response', async () => {
    const baseUrl = await serve((_, response) => {
      response.end('x'.repeat(200_000));
    });
    expect((await ask(baseUrl)).kind).toBe('unreadable');
  });

  test('reports a silent server and a closed port as unreachable', async () => {
    const silent = await serve(() => {});
    expect((await ask(silent, { timeoutMs: 50 })).kind).toBe('unreachable');
    expect((await ask('http://127.0.0.1:1')).kind).toBe('unreachable');
    expect((await ask('nonsense')).kind).toBe('unreachable');
  });

  test('calls and streams to this machine only, unless configured', async () => {
    expect((await ask('http://192.0.2.1:8080')).kind).toBe('not_local');
    const baseUrl = await serve((_, response) => {
      response.end(stream('bidirectional="true"', 'wss://media.example.com/x'));
    });
    expect((await ask(baseUrl)).kind).toBe('not_local');
    expect((await ask(baseUrl, { allowRemote: true })).kind).toBe('stream');
  });
});
