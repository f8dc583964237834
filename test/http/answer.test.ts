import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Answering } from '../../src/telephony/index.ts';
import { telephonyA } from '../../src/telephony/telephony-a/index.ts';
import { ofCall } from '../of-call.ts';
import { createFakeMedia, flowUuid, lineNumber, localHeaders, openAppOnce, openTestApp } from './test-app.ts';

const hooks = '/api/voice/webhooks';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const hangup = '<Hangup reason="rejected"/>';

const documentOf = (answering: Answering): string => {
  const answer = telephonyA.documents.answer(answering);
  return answer.kind === 'document' ? String(answer.body) : '';
};
const streamOf = (xml: string): string => (/>(wss?:[^<]+)<\/Stream>/.exec(xml)?.[1] ?? '').replaceAll('&amp;', '&');
const encode = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** Over a real socket: the Host header is what this is about. */
function ask(
  address: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });
}

describe('the answered number', () => {
  const shared = openAppOnce();
  test.each([
    ['+12025550143', true],
    ['12025550143', true],
    ['2025550143', true],
    ['02025550143', true],
    ['0012025550143', true],
    ['+1 (202) 555-0143', true],
    ['+1-202-555-0143', true],
    ['sip:+12025550143@203.0.113.5:5060', true],
    ['tel:+12025550143;ext=4', true],
    ['+442025550143', true],
    ['+12025550144', false],
    ['5550143', false],
    ['143', false],
    ['', false],
    ['anonymous', false],
    ['+1202555014З', false],
    ['2025550143 OR 1=1', false],
    ['9'.repeat(400), false],
  ])('%s', async (to, answered) => {
    const { http } = shared();
    const id = randomUUID();
    const a = await http.inject({
      method: 'POST',
      url: `${hooks}/telephony_a/answer`,
      headers: form,
      payload: encode({ CallUUID: id, From: '+15550001111', To: to }),
    });
    expect(a.statusCode).toBe(200);
    expect(a.headers['content-type']).toContain('application/xml');
    expect(a.body.includes('<Stream')).toBe(answered);
    expect(a.body.includes(hangup)).toBe(!answered);
    const b = await http.inject({
      url: `${hooks}/telephony_b/answer`,
      query: { CallSid: id, CallFrom: '1', CallTo: to },
    });
    expect(b.statusCode).toBe(answered ? 200 : 404);
    expect(Object.keys(b.json())).toEqual([answered ? 'url' : 'detail']);
  });

  test.each(['draft', 'paused', 'completed'])('a %s flow does not match', async (status) => {
    const app = await openTestApp({ editFlow: (flow) => void Object.assign(flow, { status }) });
    const answer = await app.http.inject({
      url: `${hooks}/telephony_a/answer`,
      query: { CallUUID: 'c', To: lineNumber },
    });
    expect(answer.body).toContain(hangup);
  });

  test('is not matched by an outbound flow', async () => {
    const app = await openTestApp({ editFlow: (flow) => void Object.assign(flow, { kind: 'outbound' }) });
    const answer = await app.http.inject({
      url: `${hooks}/telephony_a/answer`,
      query: { CallUUID: 'c', To: lineNumber },
    });
    expect(answer.body).toContain(hangup);
  });

  test('leaves no row if the call is not answered', async () => {
    const app = await openTestApp();
    await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: { CallUUID: 'c', To: '+19995550000' } });
    expect((await app.http.inject({ url: '/v1/calls', headers: localHeaders })).json().total).toBe(0);
  });
});

describe('requests of an answer document', () => {
  const shared = openAppOnce();
  const fields = () => ({ CallUUID: randomUUID(), From: '+15550001111', To: lineNumber });
  test.each([
    ['GET with a query', { method: 'GET' as const, query: fields() }],
    ['POST with a form', { method: 'POST' as const, headers: form, payload: encode(fields()) }],
    ['POST with JSON', { method: 'POST' as const, payload: fields() }],
    ['POST with a query and no body', { method: 'POST' as const, query: fields() }],
    [
      'POST of both, where the body wins',
      { method: 'POST' as const, query: { ...fields(), To: '1' }, payload: { To: lineNumber } },
    ],
    ['a number as a number', { method: 'POST' as const, payload: { ...fields(), To: 12025550143 } }],
    ['a repeated field', { method: 'POST' as const, headers: form, payload: `${encode(fields())}&To=1` }],
    [
      'fields we never heard of',
      { method: 'POST' as const, payload: { ...fields(), 'X-PH-Thing': 'x', Legs: [{ a: 1 }] } },
    ],
  ])('%s', async (_, how) => {
    const app = shared();
    for (const path of ['answer', 'answer/inbound']) {
      const answer = await app.http.inject({ url: `${hooks}/telephony_a/${path}`, ...how });
      expect(answer.statusCode).toBe(200);
      expect(streamOf(answer.body)).toMatch(/^ws:\/\/.*\/media\/telephony_a\/[\w-]{32}$/);
    }
  });

  test.each([
    ['no JSON', { headers: { 'content-type': 'application/json' }, payload: '{"To":' }],
    ['a list', { payload: ['x'] }],
    ['another content type', { headers: { 'content-type': 'text/csv' }, payload: 'a,b' }],
    ['an identifier that is none', { payload: { ...fields(), CallUUID: '<script>' } }],
    ['an identifier without end', { payload: { ...fields(), CallUUID: 'x'.repeat(200) } }],
    ['an object for a number', { payload: { ...fields(), To: { evil: 1 } } }],
  ])('%s is 400', async (_, how) => {
    const answer = await shared().http.inject({ method: 'POST', url: `${hooks}/telephony_a/answer`, ...how });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(['detail']);
  });

  test('XML has the media type that the client accepts', async () => {
    const app = shared();
    const typeFor = async (accept: string) => {
      const url = `${hooks}/telephony_a/answer?CallUUID=c-1&From=1&To=143`;
      return (await app.http.inject({ url, headers: { accept } })).headers['content-type'];
    };
    expect(await typeFor('text/xml')).toBe('text/xml; charset=utf-8');
    expect(await typeFor('*/*')).toBe('application/xml; charset=utf-8');
  });

  test('with another method return 405 and the allowed ones', async () => {
    const app = shared();
    const answer = await app.http.inject({ method: 'DELETE', url: `${hooks}/telephony_a/answer` });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
  });
});

describe('the media address', () => {
  const shared = openAppOnce({ media: createFakeMedia(7001) });
  const tunnel = { PUBLIC_BASE_URL: 'https://x.tunnel.example' };
  const tunnelled = openAppOnce({ env: tunnel, media: createFakeMedia(7001) });
  const openedWith = async (env: Record<string, string>) => {
    if (env === tunnel) return tunnelled();
    return Object.keys(env).length === 0 ? shared() : openTestApp({ env, media: createFakeMedia(7001) });
  };
  const urlFor = async (headers: Record<string, string>, env: Record<string, string> = {}) => {
    const app = await openedWith(env);
    const path = `${hooks}/telephony_b/answer?CallSid=${randomUUID()}&CallTo=${lineNumber.slice(1)}`;
    const own = new URL(app.address).port;
    const host = (headers.Host ?? '').replace('OWN', own);
    const answer = await ask(app.address, path, { ...headers, Host: host });
    return {
      status: answer.status,
      url: (JSON.parse(answer.body) as { url?: string }).url?.replace(/[\w-]{32}/, 'TOKEN'),
      own,
    };
  };
  const tail = '/media/telephony_b/TOKEN?sample-rate=8000';

  test.each([
    ['our port becomes the media port', { Host: '192.0.2.7:OWN' }, {}, 'ws://192.0.2.7:7001'],
    ['names do too', { Host: 'Calls.Example.com:OWN' }, {}, 'ws://calls.example.com:7001'],
    ['and IPv6 addresses', { Host: '[2001:db8::1]:OWN' }, {}, 'ws://[2001:db8::1]:7001'],
    ['a host without a port keeps its name', { Host: 'calls.example.com' }, {}, 'ws://calls.example.com'],
    ['a port of someone else is kept', { Host: 'calls.example.com:8443' }, {}, 'ws://calls.example.com:8443'],
    ['behind TLS', { Host: 'calls.example.com', 'X-Forwarded-Proto': 'https' }, {}, 'wss://calls.example.com'],
    [
      'behind two proxies',
      { Host: 'calls.example.com', 'X-Forwarded-Proto': 'https, http' },
      {},
      'wss://calls.example.com',
    ],
    ['a tunnel known by its name', { Host: 'x.tunnel.example' }, tunnel, 'wss://x.tunnel.example'],
    ['another name than the public one', { Host: 'y.example' }, tunnel, 'ws://y.example'],
    ['a host that is none falls back', { Host: 'a/b@c' }, tunnel, 'wss://x.tunnel.example'],
    [
      'a configured address wins',
      { Host: 'a.example' },
      { MEDIA_BASE_URL: 'wss://media.example/' },
      'wss://media.example',
    ],
  ])('%s', async (_, headers, env, origin) => {
    const { status, url } = await urlFor(headers, env);
    expect(status).toBe(200);
    expect(url).toBe(origin + tail);
  });

  test.each(['a/b@c', 'x y', 'x:99999', 'x:0', '"><script>', `${'a'.repeat(300)}.example`])(
    'without any address the host %s is 400',
    async (host) => {
      const { status } = await urlFor({ Host: host });
      expect(status).toBe(400);
    },
  );

  test('has the configured sample rate', async () => {
    const { url } = await urlFor({ Host: 'a.example' }, { EXOTEL_SAMPLE_RATE: '16000' });
    expect(url).toBe('ws://a.example/media/telephony_b/TOKEN?sample-rate=16000');
  });
});

describe('the answer documents', () => {
  test('escape their values', () => {
    const urls = { streamUrl: 'wss://h/p?a=1&b=<2>', statusUrl: 'https://h/?x="1"&y=2' };
    const xml = documentOf({ kind: 'stream', ...urls, rateHz: 8000 });
    expect(xml).toContain('wss://h/p?a=1&amp;b=&lt;2&gt;');
    expect(xml).toContain('statusCallbackUrl="https://h/?x=&quot;1&quot;&amp;y=2"');
  });

  test('open a bidirectional mu-law stream, and keep the call while it lasts', async () => {
    const app = await openTestApp();
    const { body } = await app.http.inject({
      url: `${hooks}/telephony_a/answer`,
      headers: { host: 'a.example', 'x-forwarded-proto': 'https' },
      query: { CallUUID: 'c', To: lineNumber },
    });
    for (const attribute of [
      'bidirectional="true"',
      'keepCallAlive="true"',
      'contentType="audio/x-mulaw;rate=8000"',
      'statusCallbackUrl="https://a.example/api/voice/webhooks/telephony_a/stream-status"',
    ]) {
      expect(body).toContain(attribute);
    }
    expect(documentOf({ kind: 'busy' })).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?><Response><Hangup reason="busy"\/><\/Response>$/,
    );
  });
});

describe('a repeated answer callback', () => {
  const askA = async (app: Awaited<ReturnType<typeof openTestApp>>, id = 'c-1') =>
    (await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: { CallUUID: id, From: '1', To: lineNumber } }))
      .body;
  const total = async (app: Awaited<ReturnType<typeof openTestApp>>) =>
    (await app.http.inject({ url: '/v1/calls', headers: localHeaders })).json().total;

  test('gets the same document and creates no second call, before and during the stream', async () => {
    const app = await openTestApp();
    const first = await askA(app);
    expect(await askA(app)).toBe(first);
    const token = streamOf(first).split('/').at(-1) as string;
    const plan = await app.fake.ports().plans.claim(token, 'telephony_a');
    expect(plan?.flowUuid).toBe(flowUuid);
    expect(await askA(app)).toBe(first);
    expect(await app.fake.ports().plans.claim(token, 'telephony_a')).toBeUndefined();
    expect(await total(app)).toBe(1);
  });

  test('creates one call for ten simultaneous requests', async () => {
    const app = await openTestApp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askA(app)));
    expect(new Set(answers).size).toBe(1);
    expect(await total(app)).toBe(1);
  });

  test('gets different tokens for different calls', async () => {
    const app = await openTestApp();
    expect(streamOf(await askA(app, 'c-1'))).not.toBe(streamOf(await askA(app, 'c-2')));
    expect(await total(app)).toBe(2);
  });

  test('hangs up when the call is over', async () => {
    const app = await openTestApp();
    await askA(app);
    const calls = (await app.http.inject({ url: '/v1/calls', headers: localHeaders })).json().calls;
    app.fake
      .ports()
      .log.append(ofCall(calls[0].uuid), { type: 'ended', atMs: 1, reason: 'caller_hung_up', wallMs: Date.now() });
    await app.http.inject({ url: `/v1/calls/${calls[0].uuid}`, headers: localHeaders });
    expect(await askA(app)).toContain(hangup);
  });

  test('is answered busy during shutdown', async () => {
    const app = await openTestApp();
    let lastCallEnds = (): void => {};
    app.fake.draining = new Promise((resolve) => {
      lastCallEnds = resolve;
    });
    const closing = app.close({ drainMs: 5000 });
    expect(await askA(app, 'late')).toContain('<Hangup reason="busy"/>');
    const health = (await app.http.inject({ url: '/health' })).json();
    expect(health.status).toBe('draining');
    lastCallEnds();
    await closing;
    expect(app.fake.closedWith).toBe(5000);
  });
});

describe('beyond the capacity of the machine', () => {
  const ask = { CallUUID: 'c-full', From: '+15550001111', To: lineNumber };

  test('each provider receives its own busy answer, the browser 503, and an unsigned call leaves no row', async () => {
    const app = await openTestApp();
    app.fake.full = 'rated_capacity';
    const a = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: ask });
    expect([a.statusCode, a.body]).toEqual([200, documentOf({ kind: 'busy' })]);
    const b = await app.http.inject({
      url: `${hooks}/telephony_b/answer`,
      query: { CallSid: 'c-full-b', CallFrom: '1', CallTo: lineNumber },
    });
    expect(b.statusCode).toBe(409);
    expect(b.json().detail).toContain('at capacity');
    for (const [name, id, busy] of [
      ['twilio', 'CallSid', '<Reject reason="busy"/>'],
      ['telnyx', 'CallSid', 'USER_BUSY'],
      ['vonage', 'uuid', 'All our lines are busy'],
      ['asterisk', 'CallUUID', '{"cause":17}'],
    ] as const) {
      const callId = '3c4b1a52-3d4e-4b8a-9a57-2f6d0c1e8b34';
      const event = { call_control_id: callId, direction: 'incoming', to: lineNumber };
      const payload = {
        [id]: callId,
        To: lineNumber,
        to: lineNumber.slice(1),
        data: { event_type: 'call.initiated', payload: event },
      };
      const answer = await app.http.inject({ method: 'POST', url: `${hooks}/${name}/answer`, payload });
      expect([name, answer.statusCode, answer.body]).toEqual([name, 200, expect.stringContaining(busy)]);
    }
    const browser = await app.http.inject({
      method: 'POST',
      url: `/api/voice/flows/${flowUuid}/browser-test`,
      headers: localHeaders,
    });
    expect(browser.statusCode).toBe(503);
    const health = (await app.http.inject({ url: '/health' })).json();
    expect([health.status, health.admission.refusing]).toEqual(['busy', 'rated_capacity']);
    // What models run on, not what was asked for.
    expect([health.execution_provider, health.inference.models[0].missed[0].provider]).toEqual(['cpu', 'cuda']);
    await expect
      .poll(async () => {
        const { calls } = (await app.http.inject({ url: '/v1/calls', headers: localHeaders })).json();
        return calls.map((call: { status: string; end_reason: string }) => [call.status, call.end_reason]);
      })
      .toEqual([]);
  });

  test('a repeated request for a rejected call gets the same answer, also when there is room', async () => {
    const app = await openTestApp();
    app.fake.full = 'ramp';
    await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: ask });
    app.fake.full = undefined;
    const again = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: ask });
    expect(again.body).toBe(documentOf({ kind: 'busy' }));
    const next = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: { ...ask, CallUUID: 'c-next' } });
    expect(next.body).toContain('<Stream');
  });

  test('a call with a stream address keeps it', async () => {
    const app = await openTestApp();
    const first = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: ask });
    app.fake.full = 'rated_capacity';
    const again = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query: ask });
    expect(streamOf(again.body)).toBe(streamOf(first.body));
  });
});
