import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ofCall } from '../of-call.ts';
import { begin, ended, get, hooks, started } from './stored-calls.ts';
import { openAppOnce, openTestApp, type TestApp } from './test-app.ts';

/** What has no text of its own in JavaScript. */
const odd = fc.constantFrom(
  { toString: 1, valueOf: 1 },
  { toString: {} },
  [{ toString: null, valueOf: null }],
  '\ud800',
);

const ofA = [
  'CallUUID',
  'call_uuid',
  'call',
  'From',
  'To',
  'CallStatus',
  'HangupCauseCode',
  'Event',
  'StreamID',
  'Digits',
];
const ofB = ['CallSid', 'Status', 'CustomField', 'From', 'To', 'DialCallStatus', 'Legs', 'digits'];
const ofTwilio = ['CallSid', 'ParentCallSid', 'call', 'From', 'To', 'CallStatus', 'AnsweredBy', 'Digits'];
const reports: readonly [path: string, fields: readonly string[]][] = [
  ...['answer', 'hangup', 'recording', 'status', 'stream-status'].map(
    (one) => [`telephony_a/${one}`, ofA] as [string, string[]],
  ),
  ...['passthru', 'status'].map((one) => [`telephony_b/${one}`, ofB] as [string, string[]]),
  ...['answer', 'recording', 'status', 'stream-status'].map((one) => [`twilio/${one}`, ofTwilio] as [string, string[]]),
];

describe('provider callbacks', () => {
  const tell = (app: TestApp, path: string, query: Record<string, string>) =>
    app.http.inject({ url: `${hooks}/${path}`, query });

  test('are stored unchanged on the call', async () => {
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

  const shared = openAppOnce();
  test.each([
    ['busy', 'busy', 'no-answer'],
    ['no-answer', 'no_answer', 'no-answer'],
    ['timeout', 'no_answer', 'no-answer'],
    ['failed', 'failed', 'failed'],
    ['completed', 'completed', 'failed'],
    ['cancel', 'cancelled', 'no-answer'],
  ])('close a call without a stream, which was never connected: %s', async (said, status, outcome) => {
    const app = shared();
    const { callUuid } = await begin(app, said);
    await tell(app, 'telephony_a/hangup', { CallUUID: said, CallStatus: said });
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status, outcome, duration: 0, started_at: null });
  });

  test('end a stream that half-died, and never reopen a call', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    app.fake.live.add(callUuid);
    app.fake.ports().log.append(ofCall(callUuid), started(1000));
    await tell(app, 'telephony_a/status', { CallUUID: 'c-1', CallStatus: 'in-progress' });
    expect(app.fake.ended).toEqual([]);
    await tell(app, 'telephony_a/hangup', { CallUUID: 'c-1', CallStatus: 'completed' });
    expect(app.fake.ended).toEqual([{ callUuid, reason: 'caller_hung_up' }]);
    app.fake.ports().log.append(ofCall(callUuid), ended('caller_hung_up', 3000));
    for (const said of ['ringing', 'busy', 'in-progress', 'failed']) {
      await tell(app, 'telephony_a/status', { CallUUID: 'c-1', CallStatus: said });
    }
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('completed');
  });

  test.each(reports)('of any form never cause a server error: %s', async (path, fields) => {
    const app = await openTestApp();
    await begin(app);
    const value = fc.oneof(fc.constantFrom('c-1', 'busy', 'completed'), fc.jsonValue({ depthSize: 'small' }), odd);
    const body = fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string({ unit: 'binary' })), value);
    await fc.assert(
      fc.asyncProperty(body, async (payload) => {
        const answer = await app.http.inject({ method: 'POST', url: `${hooks}/${path}`, payload });
        expect(answer.statusCode, answer.body).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });

  test('of unknown calls return 404 and create none; without an id they return 400', async () => {
    const app = await openTestApp();
    expect((await tell(app, 'telephony_a/hangup', { CallUUID: 'nobody', CallStatus: 'busy' })).statusCode).toBe(404);
    expect((await tell(app, 'telephony_b/status', { CallSid: 'nobody', Status: 'busy' })).statusCode).toBe(404);
    expect((await tell(app, 'telephony_a/hangup', { CallStatus: 'busy' })).statusCode).toBe(400);
    expect((await get(app, '/v1/calls')).total).toBe(0);
  });

  test('of one provider do not affect calls of another', async () => {
    const app = await openTestApp();
    await begin(app);
    expect((await tell(app, 'telephony_b/status', { CallSid: 'c-1', Status: 'failed' })).statusCode).toBe(404);
  });

  test('are stored up to a limit when repeated endlessly', async () => {
    const app = await openTestApp();
    const { callUuid } = await begin(app);
    for (let index = 0; index < 120; index++)
      await tell(app, 'telephony_a/stream-status', { CallUUID: 'c-1', Event: `${index}` });
    expect((await get(app, `/v1/calls/${callUuid}?events=1`)).events).toHaveLength(100);
  });
});

describe('hundreds of provider callbacks at once and in any order', () => {
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

  test('close a call once, and store no more than sequential ones', async () => {
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
    app.fake.ports().log.append(ofCall(callUuid), started(1000));
    await storm(app);
    expect((await get(app, `/v1/calls/${callUuid}`)).status).toBe('in_progress');
    app.fake.live.delete(callUuid);
    app.fake.ports().log.append(ofCall(callUuid), ended('agent_goodbye', 3000));
    await storm(app);
    expect(await get(app, `/v1/calls/${callUuid}`)).toMatchObject({ status: 'completed', end_reason: 'agent_goodbye' });
  });
});
