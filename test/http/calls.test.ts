import { describe, expect, test } from 'vitest';
import { ofCall } from '../of-call.ts';
import { begin, ended, get, headers, hooks, line, started, turnOf } from './stored-calls.ts';
import { createFakeMedia, flowUuid, lineNumber, openAppOnce, openTestApp, type TestApp } from './test-app.ts';

describe('a call', () => {
  const shared = openAppOnce();

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

  test('of telephony_b expects the configured sample rate', async () => {
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

  test('goes from ringing to in progress to completed, and keeps what was heard', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    const { log } = app.fake.ports();
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('ringing');
    expect((await get(app, '/api/voice/calls/live')).calls).toEqual([]);

    const wallMs = Date.parse('2026-03-01T10:00:00.000Z');
    log.append(ofCall(callUuid), started(wallMs));
    log.append(ofCall(callUuid), line(0, 'agent', 'Hello.', 0));
    await get(app, `/v1/calls/${callUuid}`);
    expect((await get(app, '/api/voice/calls/live')).calls).toMatchObject([{ uuid: callUuid, status: 'in_progress' }]);

    log.append(ofCall(callUuid), line(1, 'customer', 'I want to book', 2500));
    log.append(ofCall(callUuid), line(1, 'agent', '', 4000));
    log.append(ofCall(callUuid), line(1, 'customer', 'I want to book a cleaning', 2500));
    for (const [turn, total] of [400, 300, 900, 500].entries()) log.append(ofCall(callUuid), turnOf(turn, total));
    log.append(ofCall(callUuid), ended('caller_goodbye', wallMs + 65_400));

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
    const app = shared();
    const { callUuid } = await begin(app, `${reason}-${opened}`);
    if (opened) app.fake.ports().log.append(ofCall(callUuid), started(1000));
    app.fake.ports().log.append(ofCall(callUuid), ended(reason, 2000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status, outcome, end_reason: reason });
  });

  test('keeps who answered it, in its last version', async () => {
    const app = shared();
    const { callUuid } = await begin(app, 'answered');
    const { log } = app.fake.ports();
    log.append(ofCall(callUuid), started(1000));
    for (const [kind, confidence] of [
      ['unknown', 0.6],
      ['machine', 0.99],
    ] as const)
      log.append(ofCall(callUuid), {
        type: 'voicemail',
        atMs: 10,
        kind,
        confidence,
        evidence: ['words: after the tone'],
      });
    log.append(ofCall(callUuid), ended('voicemail', 2000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({
      outcome: 'voicemail',
      answered_by: 'machine',
      answered_confidence: 0.99,
    });
  });

  test('keeps the first robot that answered it beside the person behind it', async () => {
    const app = shared();
    const { callUuid } = await begin(app, 'screened');
    const { log } = app.fake.ports();
    log.append(ofCall(callUuid), started(1000));
    const verdict = { type: 'voicemail', atMs: 10, evidence: [] } as const;
    log.append(ofCall(callUuid), { ...verdict, kind: 'unknown', confidence: 1, robot: 'menu' });
    log.append(ofCall(callUuid), { ...verdict, kind: 'unknown', confidence: 1, robot: 'call_screening' });
    log.append(ofCall(callUuid), { ...verdict, kind: 'human', confidence: 0.9 });
    log.append(ofCall(callUuid), ended('caller_hung_up', 2000));
    const call = { outcome: 'connected', answered_by: 'human', first_answered_by: 'menu' };
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject(call);
  });

  test('is not answered if only a robot has answered it', async () => {
    const app = shared();
    const { callUuid } = await begin(app, 'screened-only');
    const { log } = app.fake.ports();
    log.append(ofCall(callUuid), started(1000));
    log.append(ofCall(callUuid), {
      type: 'voicemail',
      atMs: 10,
      kind: 'unknown',
      confidence: 1,
      evidence: ['words: call screening'],
      robot: 'call_screening',
    });
    log.append(ofCall(callUuid), ended('nobody_answered', 60_000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({
      status: 'no_answer',
      outcome: 'no-answer',
      answered_by: null,
      first_answered_by: 'call_screening',
    });
  });

  test('reaches nobody if the robot hangs up', async () => {
    const app = shared();
    const robot = { type: 'voicemail', atMs: 10, evidence: [], kind: 'unknown', confidence: 1 } as const;
    for (const name of ['call_screening', 'menu'] as const) {
      const { callUuid } = await begin(app, `only-${name}`);
      const { log } = app.fake.ports();
      log.append(ofCall(callUuid), started(1000));
      log.append(ofCall(callUuid), { ...robot, robot: name });
      log.append(ofCall(callUuid), ended('caller_hung_up', 2000));
      const call = { status: 'completed', outcome: 'no-answer', answered_by: null, first_answered_by: name };
      expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject(call);
    }
  });

  test('is connected if somebody uncertain spoke after the robot', async () => {
    const app = shared();
    const { callUuid } = await begin(app, 'behind');
    const { log } = app.fake.ports();
    const verdict = { type: 'voicemail', atMs: 10, evidence: [], kind: 'unknown' } as const;
    log.append(ofCall(callUuid), started(1000));
    log.append(ofCall(callUuid), { ...verdict, confidence: 1, robot: 'call_screening' });
    log.append(ofCall(callUuid), { ...verdict, confidence: 0.4 });
    log.append(ofCall(callUuid), ended('caller_hung_up', 2000));
    const call = { status: 'completed', outcome: 'connected', answered_by: 'unknown' };
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject(call);
  });

  test('cannot come back after its end', async () => {
    const app = shared();
    const { callUuid } = await begin(app, 'ended');
    const { log } = app.fake.ports();
    log.append(ofCall(callUuid), started(1000));
    log.append(ofCall(callUuid), ended('caller_hung_up', 2000));
    log.append(ofCall(callUuid), started(5000));
    log.append(ofCall(callUuid), ended('fault', 6000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({
      status: 'completed',
      end_reason: 'caller_hung_up',
      duration: 1,
    });
  });

  test('that does not exist leaves no trace', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    app.fake.ports().log.append(ofCall('00000000-0000-4000-8000-00000000dead'), ended('fault', 1));
    app.fake.ports().log.append(ofCall(callUuid), started(1000));
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('in_progress');
    expect((await get(app, '/v1/calls')).total).toBe(1);
  });
});

describe('the browser test', () => {
  const start = (app: TestApp) =>
    app.http.inject({ method: 'POST', url: `/api/voice/flows/${flowUuid}/browser-test`, headers });

  test('returns an address that works once', async () => {
    const app = await openTestApp();
    const { ws_url, token, call_uuid } = (await start(app)).json();
    expect(ws_url).toBe(`ws://127.0.0.1:8080/media/browser/${token}`);
    const plan = await app.fake.ports().plans.claim(token, 'browser');
    expect(plan).toMatchObject({ callUuid: call_uuid, dialect: 'browser' });
    expect(await app.fake.ports().plans.claim(token, 'browser')).toBeUndefined();
    expect((await get(app, `/v1/calls/${call_uuid}`)).call_type).toBe('test');
  });

  test('is left out of lists, metrics and webhooks unless requested', async () => {
    const app = await openTestApp();
    const { token, call_uuid: uuid } = (await start(app)).json();
    await app.fake.ports().plans.claim(token, 'browser');
    app.fake.ports().log.append(ofCall(uuid), started(1000));
    await get(app, `/v1/calls/${uuid}`);
    const liveOf = async (query: string) =>
      (await get(app, `/api/voice/calls/live${query}`)).calls.map((call: { uuid: string }) => call.uuid);
    for (const query of ['', '?direction=inbound', '?direction=outbound']) expect(await liveOf(query)).toEqual([]);
    expect(await liveOf('?direction=all')).toEqual([uuid]);
    app.fake.ports().log.append(ofCall(uuid), ended('caller_hung_up', 2000));
    expect(await get(app, '/v1/calls')).toMatchObject({ total: 0, calls: [] });
    expect(await get(app, '/v1/calls?include_tests=1')).toMatchObject({ total: 1, calls: [{ uuid }] });
    expect(await get(app, '/v1/calls/stats')).toMatchObject({ total_calls: 0 });
    expect(await get(app, '/v1/calls/stats?include_tests=true')).toMatchObject({ total_calls: 1 });
    const row = await app.database.system.read.select().from(app.database.tables.jobs);
    expect(row.filter(({ kind }) => kind === 'webhooks.deliver')).toEqual([]);
  });

  test('names the media port over a socket', async () => {
    const app = await openTestApp({ media: createFakeMedia(7005) });
    const answer = await fetch(`${app.address}/api/voice/flows/${flowUuid}/browser-test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.admin}` },
    });
    const { ws_url } = (await answer.json()) as { ws_url: string };
    expect(ws_url).toMatch(/^ws:\/\/127\.0\.0\.1:7005\/media\/browser\//);
  });

  test('is valid for 60 seconds; then its call is closed', async () => {
    const clock = { nowMs: 0 };
    const app = await openTestApp({ nowMs: () => clock.nowMs });
    const { token, call_uuid } = (await start(app)).json();
    clock.nowMs = 60_000;
    expect(await app.fake.ports().plans.claim(token, 'browser')).toBeUndefined();
    await expect
      .poll(async () => (await get(app, `/v1/calls/${call_uuid}`)).end_reason, { timeout: 60_000 })
      .toBe('stream_never_opened');
  });
});

describe('ending a call', () => {
  const shared = openAppOnce();
  const end = (app: TestApp, uuid: string, reason = 'workflow_close') =>
    app.http.inject({ method: 'POST', url: `/api/voice/calls/${uuid}/end`, headers, payload: { reason } });

  test.each([
    ['dnc_request', 'dnc_request'],
    ['wrong_number', 'wrong_number'],
    ['hostile_caller', 'operator'],
    ['workflow_close', 'operator'],
  ])('for %s stops its stream and keeps the reason', async (reason, told) => {
    const app = shared();
    const { callUuid } = await begin(app, reason);
    app.fake.live.add(callUuid);
    app.fake.ports().log.append(ofCall(callUuid), started(1000));
    const answer = await end(app, callUuid, reason);
    expect(answer.json()).toEqual({ call_uuid: callUuid, status: 'ended', reason });
    expect(app.fake.ended.filter((one) => one.callUuid === callUuid)).toEqual([{ callUuid, reason: told }]);
    app.fake.ports().log.append(ofCall(callUuid), ended('operator', 4000));
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status: 'completed', end_reason: reason });
    expect((await end(app, callUuid, reason)).statusCode).toBe(409);
  });

  test('before its stream is open prevents the stream', async () => {
    const app = shared();
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

describe('lists', () => {
  test('are paged, newest first, and filtered', async () => {
    const app = await openTestApp();
    const uuids: string[] = [];
    for (const id of ['c-1', 'c-2', 'c-3']) uuids.push((await begin(app, id)).callUuid);
    app.fake.ports().log.append(ofCall(uuids[0] as string), started(1000));
    app.fake.ports().log.append(ofCall(uuids[0] as string), ended('caller_hung_up', 2000));
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
    expect((await get(app, '/v1/calls?campaign_id=11111111-1111-4111-8111-111111111111')).total).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect((await get(app, `/v1/calls?date_from=${today}&date_to=${today}`)).total).toBe(3);
    expect((await get(app, '/v1/calls?date_to=2020-01-01')).total).toBe(0);
    expect((await get(app, '/v1/calls?date_from=0001-01-01&date_to=9999-12-31')).total).toBe(3);
  });
});
