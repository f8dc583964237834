import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import type { CallEvent, CallPlan, TurnLatency } from '../../media/ports.ts';
import type { CallRecord, CallSummary } from '../../src/features/calls/schema.ts';
import {
  createFakeMedia,
  flowUuid,
  lineNumber,
  localHeaders,
  openTestApp,
  type TestApp,
  temporaryFolder,
} from './test-app.ts';

const headers = localHeaders;
const hooks = '/api/voice/webhooks';

/** The parts of every answer that these tests look at. */
interface Answer extends CallRecord {
  readonly calls: CallSummary[];
  readonly total: number;
  readonly flows: { readonly name: string }[];
  readonly knowledge: { readonly id: string }[];
}

async function get(app: TestApp, url: string): Promise<Answer> {
  const answer = await app.http.inject({ url, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** A call as far as its stream's claim. */
async function begin(app: TestApp, id = 'c-1'): Promise<CallPlan> {
  const { body } = await app.http.inject({
    url: `${hooks}/telephony_a/answer`,
    query: { CallUUID: id, From: '+15550001111', To: lineNumber },
  });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] as string;
  return (await app.fake.ports().plans.claim(token, 'telephony_a')) as CallPlan;
}

const started = (wallMs: number): CallEvent => ({
  type: 'started',
  atMs: 0,
  format: { encoding: 'mulaw', rateHz: 8000 },
  providerCallId: 'c-1',
  streamId: 's-1',
  wallMs,
});
const line = (turn: number, speaker: 'agent' | 'customer', text: string, startMs: number): CallEvent => ({
  type: 'line',
  atMs: startMs,
  line: { turn, speaker, text, startMs, endMs: startMs + 500, words: [] },
});
const turnOf = (turn: number, total: number): CallEvent => {
  const latency: TurnLatency = {
    endpoint: 1,
    recognition: 2,
    agent: 3,
    synthesis: 4,
    queue: 5,
    network: 6,
    total,
    estimated: false,
  };
  return { type: 'turn', atMs: turn * 1000, turn, latency, trace: { brain: 'embedded', intent: 'book' } };
};
const ended = (reason: Extract<CallEvent, { type: 'ended' }>['reason'], wallMs: number): CallEvent => ({
  type: 'ended',
  atMs: 9000,
  reason,
  wallMs,
});

describe('a call', () => {
  test('is planned from its flow and its knowledge', async () => {
    const app = await openTestApp({
      editFlow: (flow) => void Object.assign(flow, { turn: { endpointingMs: 350, allowInterruptions: false } }),
    });
    const plan = await begin(app);
    expect(plan).toMatchObject({
      direction: 'inbound',
      dialect: 'telephony_a',
      from: '+15550001111',
      to: lineNumber,
      flowUuid,
      voice: { speaker: 'ava' },
      turn: { endpointingMs: 350, allowInterruptions: false },
      limits: { maxCallSeconds: 600, silencePromptSeconds: 7, maxSilencePrompts: 2, goodbyeDrainMs: 6000 },
    });
    expect(plan.brain.businessName).toBe('Maple Grove Dental');
    expect(plan.brain.goals.map((goal) => goal.id)).toContain('book');
    expect(plan.brain.knowledge.find((document) => document.id === 'hours')?.text).toContain('Monday');
    expect(plan.expectedRateHz).toBeUndefined();
  });

  test('of telephony_b expects the rate that the operator set', async () => {
    const app = await openTestApp({ env: { EXOTEL_SAMPLE_RATE: '16000' } });
    const { url } = (
      await app.http.inject({
        url: `${hooks}/telephony_b/answer`,
        query: { CallSid: 's', CallFrom: '1', CallTo: lineNumber },
      })
    ).json();
    const token = new URL(url).pathname.split('/').at(-1) as string;
    expect(await app.fake.ports().plans.claim(token, 'telephony_a')).toBeUndefined();
    expect((await app.fake.ports().plans.claim(token, 'telephony_b'))?.expectedRateHz).toBe(16_000);
  });

  test('moves from ringing over in progress to completed, and keeps what was heard', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { log } = app.fake.ports();
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('ringing');
    expect((await get(app, '/api/voice/calls/live')).calls).toEqual([]);

    const wallMs = Date.parse('2026-03-01T10:00:00.000Z');
    log.append(callUuid, started(wallMs));
    log.append(callUuid, line(0, 'agent', 'Hello.', 0));
    await get(app, `/v1/calls/${callUuid}`);
    expect((await get(app, '/api/voice/calls/live')).calls).toMatchObject([{ uuid: callUuid, status: 'in_progress' }]);

    log.append(callUuid, line(1, 'customer', 'I want to book', 2500));
    log.append(callUuid, line(1, 'agent', '', 4000));
    log.append(callUuid, line(1, 'customer', 'I want to book a cleaning', 2500));
    for (const [turn, total] of [400, 300, 900, 500].entries()) log.append(callUuid, turnOf(turn, total));
    log.append(callUuid, ended('caller_goodbye', wallMs + 65_400));

    const call = await get(app, `/v1/calls/${callUuid}?events=1`);
    expect(call).toMatchObject({
      status: 'completed',
      outcome: 'connected',
      end_reason: 'caller_goodbye',
      call_type: 'inbound',
      campaign_uuid: flowUuid,
      duration: 65,
      duration_formatted: '01:05',
      started_at: '2026-03-01T10:00:00.000Z',
      ended_at: '2026-03-01T10:01:05.400Z',
      recording_url: null,
      turns: 4,
      median_latency_ms: 400,
      transcript: [
        { speaker: 'agent', text: 'Hello.', timestamp: 0 },
        { speaker: 'customer', text: 'I want to book a cleaning', timestamp: 2.5 },
      ],
      latency: { median_ms: 400, p95_ms: 900 },
    });
    expect(call.latency.turns[2]).toMatchObject({
      turn: 2,
      total_ms: 900,
      queue_ms: 5,
      brain: 'embedded',
      intent: 'book',
    });
    expect(call.events?.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await get(app, `/v1/calls/${callUuid}/transcript`)).toEqual(call.transcript);
    expect(await get(app, `/v1/calls/${callUuid}`)).not.toHaveProperty('events');
  });

  test.each([
    ['fault', true, 'failed', 'failed'],
    ['voicemail', true, 'completed', 'voicemail'],
    ['caller_hung_up', false, 'failed', 'failed'],
    ['shutdown', true, 'completed', 'connected'],
  ] as const)('that ends by %s (opened: %s) is %s', async (reason, opened, status, outcome) => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    if (opened) app.fake.ports().log.append(callUuid, started(1000));
    app.fake.ports().log.append(callUuid, ended(reason, 2000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status, outcome, end_reason: reason });
  });

  test('keeps who answered it, the last word on it', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { log } = app.fake.ports();
    log.append(callUuid, started(1000));
    for (const [kind, confidence] of [
      ['unknown', 0.6],
      ['machine', 0.99],
    ] as const)
      log.append(callUuid, { type: 'voicemail', atMs: 10, kind, confidence, evidence: ['words: after the tone'] });
    log.append(callUuid, ended('voicemail', 2000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({
      outcome: 'voicemail',
      answered_by: 'machine',
      answered_confidence: 0.99,
    });
  });

  test('that is over does not come back', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { log } = app.fake.ports();
    log.append(callUuid, started(1000));
    log.append(callUuid, ended('caller_hung_up', 2000));
    log.append(callUuid, started(5000));
    log.append(callUuid, ended('fault', 6000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({
      status: 'completed',
      end_reason: 'caller_hung_up',
      duration: 1,
    });
  });

  test('that nobody knows leaves no trace', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    app.fake.ports().log.append('00000000-0000-4000-8000-00000000dead', ended('fault', 1));
    app.fake.ports().log.append(callUuid, started(1000));
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('in_progress');
    expect((await get(app, '/v1/calls')).total).toBe(1);
  });
});

describe('the browser test', () => {
  const start = (app: TestApp) =>
    app.http.inject({ method: 'POST', url: `/api/voice/flows/${flowUuid}/browser-test`, headers });

  test('gives an address that is good once', async () => {
    const app = await openTestApp();
    const { ws_url, token, call_uuid } = (await start(app)).json();
    expect(ws_url).toBe(`ws://127.0.0.1:8080/media/browser/${token}`);
    const plan = await app.fake.ports().plans.claim(token, 'browser');
    expect(plan).toMatchObject({ callUuid: call_uuid, dialect: 'browser' });
    expect(await app.fake.ports().plans.claim(token, 'browser')).toBeUndefined();
    expect((await get(app, `/v1/calls/${call_uuid}`)).call_type).toBe('test');
  });

  test('over a socket it names the media port', async () => {
    const app = await openTestApp({ media: createFakeMedia(7005) });
    const answer = await fetch(`${app.address}/api/voice/flows/${flowUuid}/browser-test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.admin}` },
    });
    const { ws_url } = (await answer.json()) as { ws_url: string };
    expect(ws_url).toMatch(/^ws:\/\/127\.0\.0\.1:7005\/media\/browser\//);
  });

  test('is good for 60 seconds; then its call is closed', async () => {
    const clock = { nowMs: 0 };
    const app = await openTestApp({ nowMs: () => clock.nowMs });
    const { token, call_uuid } = (await start(app)).json();
    clock.nowMs = 60_000;
    expect(await app.fake.ports().plans.claim(token, 'browser')).toBeUndefined();
    await expect
      .poll(async () => (await get(app, `/v1/calls/${call_uuid}`)).end_reason, { timeout: 10_000 })
      .toBe('stream_never_opened');
  });
});

describe('ending a call', () => {
  const end = (app: TestApp, uuid: string, payload?: object) =>
    app.http.inject({
      method: 'POST',
      url: `/api/voice/calls/${uuid}/end`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });

  test.each([
    ['dnc_request', 'dnc_request'],
    ['wrong_number', 'wrong_number'],
    ['hostile_caller', 'operator'],
    ['workflow_close', 'operator'],
  ])('for %s stops its stream and keeps the reason', async (reason, told) => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    app.fake.live.add(callUuid);
    app.fake.ports().log.append(callUuid, started(1000));
    const answer = await end(app, callUuid, { reason });
    expect(answer.json()).toEqual({ call_uuid: callUuid, status: 'ended', reason });
    expect(app.fake.ended).toEqual([{ callUuid, reason: told }]);
    app.fake.ports().log.append(callUuid, ended('operator', 4000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status: 'completed', end_reason: reason });
    expect((await end(app, callUuid, { reason })).statusCode).toBe(409);
  });

  test('whose stream is not open keeps it from opening', async () => {
    const app = await openTestApp();
    const { token, call_uuid } = (
      await app.http.inject({ method: 'POST', url: `/api/voice/flows/${flowUuid}/browser-test`, headers })
    ).json();
    expect((await end(app, call_uuid)).statusCode).toBe(200);
    expect(await app.fake.ports().plans.claim(token, 'browser')).toBeUndefined();
    expect(await get(app, `/v1/calls/${call_uuid}`)).toMatchObject({
      status: 'cancelled',
      end_reason: 'workflow_close',
    });
  });
});

describe('provider callbacks', () => {
  const tell = (app: TestApp, path: string, query: Record<string, string>) =>
    app.http.inject({ url: `${hooks}/${path}`, query });

  test('are kept raw on the call', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const answer = await tell(app, 'telephony_a/stream-status', {
      CallUUID: 'c-1',
      Event: 'DegradedStream',
      StreamID: 's',
      Odd: 'yes',
    });
    expect(answer.statusCode).toBe(200);
    const { events } = await get(app, `/v1/calls/${callUuid}?events=1`);
    expect(events).toMatchObject([
      { type: 'callback', kind: 'stream-status', fields: { Event: 'DegradedStream', Odd: 'yes' } },
    ]);
  });

  test.each([
    ['busy', 'busy', 'no-answer'],
    ['no-answer', 'no_answer', 'no-answer'],
    ['timeout', 'no_answer', 'no-answer'],
    ['failed', 'failed', 'failed'],
    ['completed', 'completed', 'failed'],
    ['cancel', 'cancelled', 'no-answer'],
  ])('close a call without a stream, which was never connected: %s', async (said, status, outcome) => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    await tell(app, 'telephony_a/hangup', { CallUUID: 'c-1', CallStatus: said });
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status, outcome, duration: 0, started_at: null });
  });

  test('end a stream that half-died, and never reopen a call', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    app.fake.live.add(callUuid);
    app.fake.ports().log.append(callUuid, started(1000));
    await tell(app, 'telephony_a/status', { CallUUID: 'c-1', CallStatus: 'in-progress' });
    expect(app.fake.ended).toEqual([]);
    await tell(app, 'telephony_a/hangup', { CallUUID: 'c-1', CallStatus: 'completed' });
    expect(app.fake.ended).toEqual([{ callUuid, reason: 'caller_hung_up' }]);
    app.fake.ports().log.append(callUuid, ended('caller_hung_up', 3000));
    for (const said of ['ringing', 'busy', 'in-progress', 'failed']) {
      await tell(app, 'telephony_a/status', { CallUUID: 'c-1', CallStatus: said });
    }
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('completed');
  });

  test('of unknown calls are 404 and make none; nameless ones are 400', async () => {
    const app = await openTestApp();
    expect((await tell(app, 'telephony_a/hangup', { CallUUID: 'nobody', CallStatus: 'busy' })).statusCode).toBe(404);
    expect((await tell(app, 'telephony_b/status', { CallSid: 'nobody', Status: 'busy' })).statusCode).toBe(404);
    expect((await tell(app, 'telephony_a/hangup', { CallStatus: 'busy' })).statusCode).toBe(400);
    expect((await get(app, '/v1/calls')).total).toBe(0);
  });

  test('of one provider do not touch the calls of the other', async () => {
    const app = await openTestApp();
    await begin(app);
    expect((await tell(app, 'telephony_b/status', { CallSid: 'c-1', Status: 'failed' })).statusCode).toBe(404);
  });

  test('repeated without end are kept to a measure', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    for (let index = 0; index < 120; index++)
      await tell(app, 'telephony_a/stream-status', { CallUUID: 'c-1', Event: `${index}` });
    expect((await get(app, `/v1/calls/${callUuid}?events=1`)).events).toHaveLength(100);
  });
});

describe('hundreds of provider callbacks, all at once and in no order', () => {
  const said = ['in-progress', 'completed', 'ringing', 'busy', 'failed', 'no-answer', 'completed', 'cancel'];
  const storm = async (app: TestApp): Promise<void> => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        app.http.inject({
          url: `${hooks}/telephony_a/${['hangup', 'status', 'stream-status'][index % 3]}`,
          query: { CallUUID: 'c-1', CallStatus: said[index % said.length] as string, Event: `${index}` },
        }),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  };

  test('close a call once, and keep no more of themselves than one after the other', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    await storm(app);
    const { status, events } = await get(app, `/v1/calls/${callUuid}?events=1`);
    const closed = (events as { type: string; status?: string }[]).filter(({ type }) => type === 'closed');
    expect(status).toBe(closed[0]?.status);
    expect(events?.filter(({ type }) => type === 'callback')).toHaveLength(100);
    await storm(app);
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe(status);
    expect((await get(app, '/v1/calls')).total).toBe(1);
  });

  test('end a live call by its stream only, and never reopen it', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    app.fake.live.add(callUuid);
    app.fake.ports().log.append(callUuid, started(1000));
    await storm(app);
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('in_progress');
    app.fake.live.delete(callUuid);
    app.fake.ports().log.append(callUuid, ended('agent_goodbye', 3000));
    await storm(app);
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status: 'completed', end_reason: 'agent_goodbye' });
  });
});

describe('lists', () => {
  test('are paged, newest first, and filtered', async () => {
    const app = await openTestApp();
    const uuids: string[] = [];
    for (const id of ['c-1', 'c-2', 'c-3']) uuids.push((await begin(app, id)).callUuid);
    app.fake.ports().log.append(uuids[0] as string, started(1000));
    app.fake.ports().log.append(uuids[0] as string, ended('caller_hung_up', 2000));
    await get(app, `/v1/calls/${uuids[0]}`);
    expect(await get(app, '/v1/calls?limit=2&offset=1')).toMatchObject({
      total: 3,
      limit: 2,
      offset: 1,
      calls: [{}, {}],
    });
    expect((await get(app, '/v1/calls?outcome=connected')).calls.map((call: { uuid: string }) => call.uuid)).toEqual([
      uuids[0],
    ]);
    expect((await get(app, '/v1/calls?campaign_id=other')).total).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect((await get(app, `/v1/calls?date_from=${today}&date_to=${today}`)).total).toBe(3);
    expect((await get(app, '/v1/calls?date_to=2020-01-01')).total).toBe(0);
  });
});

const recordingUrl = async (app: TestApp, callUuid: string): Promise<string> =>
  (await get(app, `/v1/calls/${callUuid}`)).recording_url as string;

describe('recordings over HTTP', () => {
  test('are had by a token that is good for one call and five minutes, and is in no log', async () => {
    const clock = { ms: Date.parse('2026-03-01T12:00:00Z') };
    const app = await openTestApp({ now: () => new Date(clock.ms) });
    const [{ callUuid }, other] = [await begin(app, 'c-1'), await begin(app, 'c-2')];
    const { recordings } = app.fake.ports();
    for (const uuid of [callUuid, other.callUuid]) await recordings.write(uuid, 8000, new Int16Array(1600));
    const url = await recordingUrl(app, callUuid);
    expect(url).toMatch(new RegExp(`^/api/voice/calls/${callUuid}/recording\\?token=[A-Za-z0-9._-]+$`));
    const status = async (asked: string) =>
      (await app.http.inject({ url: asked, headers: { ...headers, authorization: '' } })).statusCode;
    expect(await status(url)).toBe(200);
    const token = new URLSearchParams(url.split('?')[1]).get('token') as string;
    const [organisation, until, signature] = token.split('.') as [string, string, string];
    for (const bad of [
      '',
      'x',
      `${organisation}.${until}.${signature.slice(0, -1)}`,
      `${organisation}.zzzzzzzz.${signature}`,
      `00000000-0000-4000-8000-0000000000ff.${until}.${signature}`,
      app.admin,
    ])
      expect(await status(`/api/voice/calls/${callUuid}/recording?token=${bad}`), bad).toBe(
        bad === app.admin ? 400 : 401,
      );
    expect(await status(`/api/voice/calls/${callUuid}/recording`)).toBe(401);
    expect(await status(`/api/voice/calls/${other.callUuid}/recording?token=${token}`)).toBe(401);
    expect(await status(`/v1/calls/${callUuid}?token=${token}`)).toBe(401);
    const asBearer = { ...headers, authorization: `Bearer ${token}` };
    expect((await app.http.inject({ url: '/v1/calls', headers: asBearer })).statusCode).toBe(401);
    clock.ms += 299_000;
    expect(await status(url)).toBe(200);
    clock.ms += 1000;
    expect(await status(url)).toBe(401);
    expect(JSON.stringify(app.logged)).not.toContain(signature);
  });

  test('are served whole and in ranges, while the call lasts too', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    expect((await get(app, `/v1/calls/${callUuid}`)).recording_url).toBeNull();
    await app.fake.ports().recordings.write(callUuid, 8000, new Int16Array(1600).fill(257));
    const url = await recordingUrl(app, callUuid);
    const whole = await app.http.inject({ url, headers });
    expect(whole.headers['content-type']).toBe('audio/wav');
    expect(whole.rawPayload).toHaveLength(44 + 3200);
    expect(whole.rawPayload.toString('latin1', 0, 4)).toBe('RIFF');
    const part = await app.http.inject({ url, headers: { ...headers, range: 'bytes=40-47' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe('bytes 40-47/3244');
    expect([...part.rawPayload]).toEqual([0x80, 0x0c, 0, 0, 1, 1, 1, 1]);
    expect((await app.http.inject({ url, headers: { ...headers, range: 'bytes=9999-' } })).statusCode).toBe(416);
  });

  test('are there as MP3 too, once the call is over, whole and in ranges', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { recordings } = app.fake.ports();
    await recordings.write(callUuid, 8000, new Int16Array(2 * 8000 * 2).fill(257));
    const url = await recordingUrl(app, callUuid);
    expect((await app.http.inject({ url: `${url}&format=mp3`, headers })).statusCode).toBe(409);
    await recordings.finish(callUuid);
    const asked = await app.http.inject({ url: `${url}&format=mp3`, headers });
    expect(asked.statusCode, asked.body).toBe(200);
    expect(asked.headers).toMatchObject({ 'content-type': 'audio/mpeg', vary: 'accept', 'accept-ranges': 'bytes' });
    const accepted = await app.http.inject({ url, headers: { ...headers, accept: 'audio/mpeg', range: 'bytes=0-3' } });
    expect(accepted.statusCode).toBe(206);
    expect(accepted.rawPayload).toEqual(asked.rawPayload.subarray(0, 4));
    const wav = await app.http.inject({ url: `${url}&format=wav`, headers: { ...headers, accept: 'audio/mpeg' } });
    expect(wav.headers['content-type']).toBe('audio/wav');
    expect((await app.http.inject({ url: `${url}&format=ogg`, headers })).statusCode).toBe(400);
  });

  test('that fail leave an alarm on the call', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { recordings } = app.fake.ports();
    expect(await recordings.write(callUuid, 8000, new Int16Array(16))).toBe(true);
    expect(await recordings.write(callUuid, 16_000, new Int16Array(16))).toBe(false);
    expect((await get(app, `/v1/calls/${callUuid}?events=1`)).events).toMatchObject([
      { type: 'alarm', code: 'recording_failed' },
    ]);
  });
});

describe('starting again', () => {
  test('closes the calls that a crash left open, at the time of their last sign', async () => {
    const dataDir = temporaryFolder();
    const first = await openTestApp({ dataDir });
    const { callUuid } = await begin(first, 'c-1');
    const waiting = await begin(first, 'c-2');
    first.fake.ports().log.append(callUuid, started(Date.now() - 5000));
    first.fake.ports().log.append(callUuid, line(0, 'agent', 'Hello.', 0));
    await get(first, `/v1/calls/${callUuid}`);

    first.die();
    const second = await openTestApp({ dataDir });
    const call = await get(second, `/v1/calls/${callUuid}`);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'interrupted', outcome: 'failed', duration: 5 });
    expect(call.transcript).toHaveLength(1);
    expect(await get(second, `/v1/calls/${waiting.callUuid}`)).toMatchObject({
      status: 'failed',
      end_reason: 'interrupted',
    });
    expect((await get(second, '/api/voice/calls/live')).calls).toEqual([]);
  });

  test('gives a call that was cut off the length of its recording', async () => {
    const dataDir = temporaryFolder();
    const first = await openTestApp({ dataDir });
    const { callUuid } = await begin(first);
    const startedMs = Date.now() - 600_000;
    const { log, recordings } = first.fake.ports();
    vi.useFakeTimers({ now: startedMs, toFake: ['Date'] });
    try {
      log.append(callUuid, started(startedMs));
      await get(first, `/v1/calls/${callUuid}`);
    } finally {
      vi.useRealTimers();
    }
    await recordings.write(callUuid, 8000, new Int16Array(2 * 8000 * 12));
    first.die();

    const second = await openTestApp({ dataDir });
    expect(await get(second, `/v1/calls/${callUuid}?events=1`)).toMatchObject({
      status: 'failed',
      end_reason: 'interrupted',
      duration: 12,
      ended_at: new Date(startedMs + 12_000).toISOString(),
      events: [{ type: 'started' }, { type: 'closed', atMs: 12_000 }],
    });
  });

  test('stores each example once, and not over what people made of it', async () => {
    const dataDir = temporaryFolder();
    const first = await openTestApp({ dataDir });
    expect((await get(first, '/api/voice/flows')).flows).toMatchObject([
      { name: 'Maple Grove Dental front desk', kind: 'inbound', status: 'active' },
      { name: 'Maple Grove Dental reminders', kind: 'outbound', status: 'draft' },
    ]);
    const second = await openTestApp({ dataDir, editFlow: (flow) => void Object.assign(flow, { name: 'changed' }) });
    const { flows, total } = await get(second, '/api/voice/flows');
    expect(total).toBe(2);
    expect(flows.map(({ name }) => name)).not.toContain('changed');
    const flow = await get(second, `/api/voice/flows/${flowUuid}`);
    expect(flow.knowledge.map((document: { id: string }) => document.id)).toContain('hours');
  });

  test.each(['PORT', 'MEDIA_PORT'])('a %s in use is named before anything is opened', async (variable) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(openTestApp({ env: { [variable]: String(port) } })).rejects.toMatchObject({
      code: 'port_in_use',
      message: expect.stringMatching(new RegExp(`${port}.*\\(${variable}\\)`)),
    });
    other.close();
  });

  test('what was opened is closed when the rest does not open', async () => {
    const dataDir = temporaryFolder();
    const media = createFakeMedia();
    Object.assign(media, { openMediaServer: () => Promise.reject(new Error('no models')) });
    await expect(openTestApp({ dataDir, media })).rejects.toThrow('no models');
    expect(readdirSync(dataDir).filter((name) => name.endsWith('-wal'))).toEqual([]);
  });
});
