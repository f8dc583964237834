import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { flowUuid, localHeaders, openTestApp } from './test-app.ts';

const json = { ...localHeaders, 'content-type': 'application/json' };
const someCall = '/api/voice/calls/7b1f7f0e-58b1-4c3c-8f0a-000000000000';

describe('errors', () => {
  test.each([
    ['malformed JSON', { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{"reason":' }, 400],
    [
      'an empty body said to be JSON',
      { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '' },
      400,
    ],
    [
      'a content type nobody takes',
      {
        method: 'POST' as const,
        url: `${someCall}/end`,
        headers: { ...localHeaders, 'content-type': 'application/xml' },
        payload: '<a/>',
      },
      400,
    ],
    [
      'a value that may not be',
      { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{"reason":"boredom"}' },
      400,
    ],
    ['a list for an object', { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '[]' }, 400],
    [
      'a prototype for a field',
      { method: 'POST' as const, url: `${someCall}/end`, headers: json, payload: '{"__proto__":{"a":1}}' },
      400,
    ],
    ['an identifier that is none', { url: '/v1/calls/12', headers: localHeaders }, 400],
    ['a page of nothing', { url: '/v1/calls?limit=0', headers: localHeaders }, 400],
    ['a page too large', { url: '/v1/calls?limit=101', headers: localHeaders }, 400],
    ['a date that is none', { url: '/v1/calls?date_from=2026-13-01', headers: localHeaders }, 400],
    ['an address that cannot be decoded', { url: '/v1/calls/%zz', headers: localHeaders }, 400],
    ['an unknown call', { url: `/v1/calls/${flowUuid}`, headers: localHeaders }, 404],
    ['an unknown flow', { url: `/api/voice/flows/7b1f7f0e-58b1-4c3c-8f0a-000000000000`, headers: localHeaders }, 404],
    ['ending an unknown call', { method: 'POST' as const, url: `${someCall}/end`, headers: localHeaders }, 404],
    ['a recording without its token', { url: `${someCall}/recording`, headers: localHeaders }, 401],
    ['an unknown address', { url: '/api/nothing', headers: localHeaders }, 404],
    ['an unknown address by POST', { method: 'POST' as const, url: '/nothing', headers: localHeaders }, 404],
    ['another method', { method: 'PUT' as const, url: '/v1/calls', headers: localHeaders }, 405],
    [
      'another method on an address with a part',
      { method: 'DELETE' as const, url: `${someCall}/end`, headers: localHeaders },
      405,
    ],
    [
      'a body without measure',
      {
        method: 'POST' as const,
        url: `${someCall}/end`,
        headers: json,
        payload: JSON.stringify({ reason: 'x'.repeat(2 ** 21) }),
      },
      413,
    ],
  ])('%s', async (_, asked, status) => {
    const app = await openTestApp();
    const answer = await app.http.inject(asked);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({ detail: expect.stringMatching(/^.{10,300}$/s) });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test('what is wrong is named, what was sent is not repeated', async () => {
    const app = await openTestApp();
    const answer = await app.http.inject({ url: '/v1/calls?limit=canary&offset=-1', headers: localHeaders });
    expect(answer.json().detail).toContain('limit');
    expect(answer.json().detail).toContain('offset');
    expect(answer.body).not.toContain('canary');
  });

  test('a fault of ours shows no inside, and its id is in the log', async () => {
    const app = await openTestApp();
    Object.assign(app.media, { status: () => Promise.reject(new Error('secret inside /root/x.ts')) });
    const answer = await app.http.inject({ url: '/health' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('secret');
    const id = answer.headers['x-request-id'] as string;
    expect(answer.json().detail).toContain(id);
    const record = app.logged.find((one) => one.requestId === id && one.level === 50);
    expect(JSON.stringify(record)).toContain('secret inside');
  });

  test('a full disk is 503 with a time to come back', async () => {
    const app = await openTestApp();
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    Object.assign(app.media, { status: () => Promise.reject(full) });
    const answer = await app.http.inject({ url: '/health' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.json().detail).toContain('disk');
  });

  test.each([
    ['what is no HTTP', 'HELLO\r\n\r\n', '400'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('%s gets an answer and a closed socket', async (_, bytes, status) => {
    const app = await openTestApp();
    const text = await exchange(new URL(app.address), bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(text.split('\r\n\r\n')[1] as string)).toHaveProperty('detail');
  });

  test('tokens and numbers in addresses stay out of the log', async () => {
    const app = await openTestApp();
    await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer?From=%2B15559998888&To=1&token=canary' });
    const all = JSON.stringify(app.logged);
    expect(all).toContain('/api/voice/webhooks/telephony_a/answer');
    expect(all).not.toContain('5559998888');
    expect(all).not.toContain('canary');
  });
});

function exchange(address: URL, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(address.port), address.hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}
