import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type OutboundApp, openOutboundApp, type ProviderName } from './outbound-app.ts';

const hooks = '/api/voice/webhooks';
const callee = '+12025550111';

/** Calls whose provider says nothing by itself: the tests speak for it. */
async function openDialled(dialect: ProviderName = 'telephony_a') {
  const app = await openOutboundApp({ dialect, provider: { fate: () => ({ callbacks: 'lost', ringMs: 60_000 }) } });
  /** By our name and the provider's. */
  async function dial(to: string): Promise<{ uuid: string; id: string }> {
    const payload = { to, campaign_id: app.flowUuid };
    const { call_uuid: uuid } = (await app.http.inject({ method: 'POST', url: '/v1/calls', payload })).json();
    await expect.poll(() => app.provider.dials.get(to)).toBe(1);
    await expect.poll(async () => (await read(app, uuid)).events.length).toBe(1);
    return {
      uuid,
      id: dialect === 'telephony_a' ? `p-${to}`.replace('+', '') : (app.provider.calls.at(-1)?.id as string),
    };
  }
  return { app, dial, ...(await dial(callee)) };
}

const read = async (app: OutboundApp, uuid: string) =>
  (await app.http.inject({ url: `/v1/calls/${uuid}?events=1` })).json<{
    status: string;
    outcome: string | null;
    events: { type: string; kind?: string; fields?: Record<string, string> }[];
  }>();

interface Told {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
}

/** As the provider calls the address that it was given. */
function tell(
  app: OutboundApp,
  path: string,
  form: Record<string, string>,
  { method = 'POST', headers = {} }: Told = {},
) {
  const url = `${hooks}/${path}`;
  const host = { host: new URL(app.publicBaseUrl).host };
  if (method === 'GET') {
    const query = new URLSearchParams([...new URL(url, 'http://x').searchParams, ...Object.entries(form)]);
    return app.http.inject({ url: `${url.split('?')[0]}?${query}`, headers: { ...host, ...headers } });
  }
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.http.inject({
    method,
    url,
    headers: { ...host, ...type, ...headers },
    payload: `${new URLSearchParams(form)}`,
  });
}

describe('ANY telephony_a/answer/outbound', () => {
  test('returns the stream of the call to the person who picked up, once, however often it is requested', async () => {
    const { app, uuid, id } = await openDialled();
    const first = await tell(app, `telephony_a/answer/outbound?call=${uuid}`, {
      CallUUID: id,
      CallStatus: 'in-progress',
    });
    expect(first.headers['content-type']).toContain('application/xml');
    expect(first.body).toMatch(/<Stream bidirectional="true".*\/media\/telephony_a\/[\w-]{20,}<\/Stream>/);
    const again = await tell(app, `telephony_a/answer/outbound?call=${uuid}`, { CallUUID: id }, { method: 'GET' });
    expect(again.body).toBe(first.body);
    const token = /telephony_a\/([\w-]+)</.exec(first.body)?.[1] as string;
    expect(await app.fake.ports().plans.claim(token, 'telephony_a')).toMatchObject({
      callUuid: uuid,
      direction: 'outbound',
      to: callee,
    });
    expect(await app.fake.ports().plans.claim(token, 'telephony_a')).toBeUndefined();
  });

  test('is not misled by simultaneous callbacks', async () => {
    const { app, dial } = await openDialled();
    for (let round = 0; round < 3; round++) {
      const { uuid, id } = await dial(`+1202555014${round}`);
      const ringing = () =>
        tell(app, `telephony_a/status?call=${uuid}`, { CallUUID: id, CallStatus: 'ringing', Event: 'Ring' });
      const answer = () => tell(app, `telephony_a/answer/outbound?call=${uuid}`, { CallUUID: id });
      const answers = await Promise.all([ringing(), answer(), ringing(), answer(), ringing()]);
      expect(answers[1].body).toContain('<Stream');
      expect(answers[3].body).toBe(answers[1].body);
      expect((await read(app, uuid)).status).toBe('ringing');
    }
  });

  test('hangs up on a call that is over, unknown, under another id, or not dialled', async () => {
    const { app, uuid, id } = await openDialled();
    const answer = (call: string, CallUUID: string) =>
      tell(app, `telephony_a/answer/outbound?call=${call}`, { CallUUID });
    expect((await answer('11111111-1111-4111-8111-111111111111', id)).body).toContain('<Hangup');
    expect((await tell(app, 'telephony_a/answer/outbound', { CallUUID: id })).body).toContain('<Hangup');
    expect((await answer(uuid, id)).body).toContain('<Stream');
    expect((await answer(uuid, 'somebody-else')).body).toContain('<Hangup');
    await app.http.inject({
      method: 'POST',
      url: `/api/voice/calls/${uuid}/end`,
      payload: { reason: 'workflow_close' },
    });
    await app.http.inject({ url: `/v1/calls/${uuid}` });
    expect((await answer(uuid, id)).body).toContain('<Hangup');
    expect((await tell(app, `telephony_a/answer/outbound?call=${uuid}`, {})).statusCode).toBe(400);
    expect((await tell(app, 'telephony_a/answer/outbound?call=x', { CallUUID: id })).statusCode).toBe(400);
  });

  test('reports a call beyond the capacity as busy', async () => {
    const { app, uuid, id } = await openDialled();
    app.fake.full = 'max_calls';
    const answer = await tell(app, `telephony_a/answer/outbound?call=${uuid}`, { CallUUID: id });
    expect(answer.body).toContain('<Hangup reason="busy"');
    expect(await read(app, uuid)).toMatchObject({ status: 'failed', end_reason: 'over_capacity' });
  });
});

describe('ANY telephony_a/hangup', () => {
  test('stores the end of an unanswered call, once', async () => {
    const { app, dial } = await openDialled();
    const endings = [
      ['busy', 'busy', 'no-answer'],
      ['no-answer', 'no_answer', 'no-answer'],
      ['timeout', 'no_answer', 'no-answer'],
      ['failed', 'failed', 'failed'],
      ['cancel', 'cancelled', 'no-answer'],
    ] as const;
    for (const [index, [said, status, outcome]] of endings.entries()) {
      const { uuid, id } = await dial(`+1202555012${index}`);
      const told = { CallUUID: id, CallStatus: said, Event: 'Hangup' };
      const answers = await Promise.all([1, 2, 3].map(() => tell(app, `telephony_a/hangup?call=${uuid}`, told)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      await tell(app, `telephony_a/hangup?call=${uuid}`, { ...told, CallStatus: 'completed' }, { method: 'GET' });
      const { events, ...call } = await read(app, uuid);
      expect(call).toMatchObject({ status, outcome });
      expect(events.filter(({ type }) => type === 'closed')).toHaveLength(1);
    }
  });

  test('stores a machine that the provider has hung up on', async () => {
    const { app, uuid, id } = await openDialled();
    const told = { CallUUID: id, CallStatus: 'completed', HangupCauseCode: '9100', Machine: 'true' };
    await tell(app, `telephony_a/hangup?call=${uuid}`, told);
    expect(await read(app, uuid)).toMatchObject({ status: 'no_answer', outcome: 'voicemail' });
  });

  test('is ignored under another id of the call, and before dialling', async () => {
    const { app, uuid, id } = await openDialled();
    await tell(app, `telephony_a/status?call=${uuid}`, { CallUUID: id, CallStatus: 'ringing' });
    const forged = await tell(app, `telephony_a/hangup?call=${uuid}`, { CallUUID: 'other', CallStatus: 'busy' });
    expect(forged.statusCode).toBe(404);
    expect((await tell(app, `telephony_b/status?call=${uuid}`, { CallSid: id, Status: 'busy' })).statusCode).toBe(404);
    expect((await read(app, uuid)).status).toBe('ringing');
  });
});

describe('ANY telephony_a/status', () => {
  test('stores ringing, and reverts nothing', async () => {
    const { app, uuid, id } = await openDialled();
    const ringing = { CallUUID: id, CallStatus: 'ringing', Event: 'Ring' };
    await tell(app, `telephony_a/status?call=${uuid}`, ringing);
    expect((await read(app, uuid)).status).toBe('ringing');
    await tell(app, `telephony_a/hangup?call=${uuid}`, { CallUUID: id, CallStatus: 'busy' });
    await tell(app, `telephony_a/status?call=${uuid}`, ringing);
    expect((await read(app, uuid)).status).toBe('busy');
  });
});

describe('ANY telephony_a/recording, handoff and stream-status', () => {
  test('store their data, and hang up when nobody answers', async () => {
    const { app, uuid, id } = await openDialled();
    await tell(app, `telephony_a/status?call=${uuid}`, { CallUUID: id, CallStatus: 'ringing' });
    const rest = await tell(app, 'telephony_a/recording', { call_uuid: id, record_url: 'https://r.example/1.mp3' });
    const xml = await tell(app, `telephony_a/recording?call=${uuid}`, {
      CallUUID: id,
      RecordUrl: 'https://r.example/2.mp3',
    });
    const stream = await tell(app, 'telephony_a/stream-status', { CallUUID: id, Event: 'DegradedStream' });
    expect([rest, xml, stream].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const handoff = await tell(app, `telephony_a/handoff?call=${uuid}`, { CallUUID: id });
    expect(handoff.body).toContain('<Hangup');
    const { events } = await read(app, uuid);
    expect(events.filter(({ type }) => type === 'callback').map(({ kind }) => kind)).toEqual([
      ...['dial', 'status', 'recording', 'recording', 'stream-status'],
    ]);
    expect((await tell(app, 'telephony_a/recording', { call_uuid: 'nobody' })).statusCode).toBe(404);
  });
});

describe('a signature of telephony_a', () => {
  const sign = (
    app: OutboundApp,
    path: string,
    form: Record<string, string>,
    token: string,
  ): Record<string, string> => {
    const fields = Object.keys(form)
      .sort()
      .map((name) => `${name}${form[name]}`);
    const text = `${app.publicBaseUrl}${hooks}/${path}.${fields.join('')}.77`;
    const signature = createHmac('sha256', token).update(text).digest('base64');
    return { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': '77' };
  };

  test('that is wrong returns 403 and changes nothing; a valid or missing one passes', async () => {
    const { app, uuid, id } = await openDialled();
    const ringing = { CallUUID: id, CallStatus: 'ringing' };
    const status = `telephony_a/status?call=${uuid}`;
    for (const path of [status, `telephony_a/answer/outbound?call=${uuid}`, `telephony_a/hangup?call=${uuid}`]) {
      const forged = await tell(
        app,
        path,
        { ...ringing, CallStatus: 'busy' },
        { headers: sign(app, path, ringing, 'x') },
      );
      expect(forged.statusCode).toBe(403);
    }
    expect((await read(app, uuid)).status).toBe('dialing');
    const right = await tell(app, status, ringing, { headers: sign(app, status, ringing, 'token-of-a') });
    expect(right.statusCode).toBe(200);
    expect((await tell(app, status, ringing)).statusCode).toBe(200);
    await app.http.inject({ method: 'DELETE', url: '/api/voice/integrations/telephony/telephony_a' });
    expect((await tell(app, status, ringing, { headers: sign(app, status, ringing, 'x') })).statusCode).toBe(200);
  });
});

describe('ANY telephony_b/answer', () => {
  test('returns the stream of an outbound call, found by address or parameter', async () => {
    const { app, dial, uuid, id } = await openDialled('telephony_b');
    const second = await dial('+12025550130');
    const byAddress = await tell(app, `telephony_b/answer?call=${uuid}`, { CallSid: id, CallTo: callee });
    const byField = await tell(app, 'telephony_b/answer', { CallSid: second.id, CustomField: second.uuid });
    for (const answer of [byAddress, byField])
      expect(answer.json().url).toMatch(/\/media\/telephony_b\/[\w-]{20,}\?sample-rate=8000$/);
    const other = await tell(app, 'telephony_b/answer', { CallSid: 'other', CallTo: callee, CustomField: uuid });
    expect(other.statusCode).toBe(404);
  });
});

describe('ANY telephony_b/status', () => {
  test('follows a call from ringing to end, by events in any order', async () => {
    const { app, uuid, id } = await openDialled('telephony_b');
    const named = { CallSid: id, CustomField: uuid };
    const path = `telephony_b/status?call=${uuid}`;
    await tell(app, path, { ...named, EventType: 'ringing', Status: 'in-progress' });
    expect((await read(app, uuid)).status).toBe('ringing');
    await tell(app, path, { ...named, EventType: 'answered', Status: 'completed' });
    expect((await read(app, uuid)).status).toBe('ringing');
    await tell(app, path, { ...named, EventType: 'terminal', Status: 'no-answer' });
    await tell(app, path, { ...named, EventType: 'ringing', Status: 'in-progress' });
    expect(await read(app, uuid)).toMatchObject({ status: 'no_answer', outcome: 'no-answer' });
  });
});
