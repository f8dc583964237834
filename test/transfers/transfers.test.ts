import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { onEachDatabase, phoneOf } from '../contacts/contacts-app.ts';
import { lineNumber } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { attributeOf, openTransfers } from './transfer-app.ts';

const body = { target: 'sales', agent_brief: 'Wants a quote, <b> & "more".', context: { plan: 'gold' } };
const leg = { CallUUID: 'teammate-leg', From: '12025550100', To: phoneOf(9).slice(1) };

type App = Awaited<ReturnType<typeof openTransfers>>;

const transfer = (app: App, callUuid: string, changes: object = {}) =>
  app.ask('POST', `/api/voice/calls/${callUuid}/transfer`, { ...body, ...changes });
const placing = (app: App) => app.provider.asked.find(({ path }) => path === 'Call/')?.body ?? {};
const statusOf = async (app: App, callUuid: string) => {
  const call = (await app.ask('GET', `/v1/calls/${callUuid}`)).body;
  return [call.status, call.end_reason];
};
const event = async (app: App, count = 1) => JSON.parse(String((await app.receiver.until(count))[count - 1]?.body));

onEachDatabase('a transfer', ({ place }) => {
  test('a transfer calls a member of the queue, reads the brief, and connects the caller after key 1', async () => {
    const app = await openTransfers(await place());
    const callUuid = await app.talk();
    expect(await transfer(app, callUuid)).toEqual({
      status: 200,
      body: { call_uuid: callUuid, status: 'transferring', target: 'sales', transfer_uuid: expect.any(String) },
    });
    expect((await statusOf(app, callUuid))[0]).toBe('transferring');
    const placed = placing(app);
    expect(placed).toMatchObject({ from: '+12025550100', to: phoneOf(9) });
    const query = '/api/voice/calls/agent-availability?target=sales';
    expect((await app.ask('GET', query)).body).toMatchObject({ available: false, queue_depth: 1 });

    const whisper = await app.call(placed.answer_url, leg);
    expect(whisper).toMatch(
      /^<\?xml.*<Speak>You have a transferred call\. Wants a quote, &lt;b&gt; &amp; .*more.*\. Press 1 to accept.*<Hangup\/>/s,
    );
    const choiceUrl = attributeOf(whisper, 'action');
    const room = await app.call(choiceUrl, { ...leg, Digits: '1' });
    expect(room).toContain('<Conference');
    const moved = app.provider.asked.find(({ path }) => path === 'Call/caller-leg/')?.body;
    expect(moved).toMatchObject({ legs: 'aleg' });
    // The provider repeats its request. The caller's leg gets the same room; an unknown leg gets none.
    expect(await app.call(choiceUrl, { ...leg, Digits: '1' })).toBe(room);
    const theirs = await app.call(moved?.aleg_url, { CallUUID: 'caller-leg' });
    expect(theirs).toMatch(/<Record recordSession="true".*recordChannelType="stereo"/);
    expect(theirs.replace(/<Record [^>]*>/, '')).toBe(room);
    expect(await app.call(moved?.aleg_url, { CallUUID: 'somebody' })).toContain('<Hangup');

    expect(app.fake.ended).toEqual([{ callUuid, reason: 'transferred' }]);
    app.fake.ports().log.append(ofCall(callUuid), {
      type: 'ended',
      atMs: 9000,
      reason: 'caller_hung_up',
      wallMs: app.clock.ms + 9000,
    });
    expect(await statusOf(app, callUuid)).toEqual(['completed', 'transferred']);
    expect(await event(app)).toEqual({
      event: 'call.transferred',
      timestamp: expect.any(String),
      data: {
        call_uuid: callUuid,
        from_number: '+15550001111',
        to_number: lineNumber,
        target: 'sales',
        agent_brief: 'Wants a quote, <b> & "more".',
        context: { plan: 'gold' },
        result: 'accepted',
      },
    });
    // The teammate is not free before they hang up.
    expect((await app.ask('GET', query)).body).toMatchObject({ available: false, queue_depth: 0 });
    await app.call(placed.hangup_url, { ...leg, CallStatus: 'completed' });
    expect((await app.ask('GET', query)).body.available).toBe(true);
  });
});

describe('a transfer', () => {
  test('delays the end event until its result is known', async () => {
    const app = await openTransfers();
    await app.ask('POST', '/api/voice/webhooks', { name: 'e', url: app.receiver.url, events: ['call.ended'] });
    const callUuid = await app.talk();
    await transfer(app, callUuid);
    app.fake.ports().log.append(ofCall(callUuid), {
      type: 'ended',
      atMs: 9000,
      reason: 'caller_hung_up',
      wallMs: app.clock.ms + 9000,
    });
    expect(await statusOf(app, callUuid)).toEqual(['completed', 'caller_hung_up']);
    const { jobs } = app.database.tables;
    const looks = (await app.database.system.read.select().from(jobs)).filter(({ kind }) => kind === 'calls.ended');
    expect(looks).toMatchObject([{ status: 'delayed' }]);
    app.clock.ms += 6000;
    const told = () => app.receiver.received.map(({ body }) => JSON.parse(String(body)).event);
    await expect.poll(told).toContain('call.ended');
  }, 30_000);

  test.each([
    ['declined', 'the key 2', { Digits: '2' }, undefined],
    ['declined', 'a teammate who hangs up without a word', undefined, 'completed'],
    ['busy', 'a busy phone', undefined, 'busy'],
    ['no_answer', 'a phone that nobody picks up', undefined, 'no-answer'],
    ['failed', 'a phone that cannot be reached', undefined, 'failed'],
  ])('is %s by %s, and the agent is notified and continues', async (result, _what, pressed, ended) => {
    const app = await openTransfers();
    const callUuid = await app.talk();
    const told = app.fake.ports().transfers.transfer(ofCall(callUuid), 'front desk', 'Wants a person.');
    await expect.poll(() => placing(app).answer_url).toBeDefined();
    const placed = placing(app);
    if (ended !== 'busy') {
      const whisper = await app.call(placed.answer_url, leg);
      if (pressed !== undefined) await app.call(attributeOf(whisper, 'action'), { ...leg, ...pressed });
    }
    await app.call(placed.hangup_url, { ...leg, CallStatus: 'ringing' });
    await app.call(placed.hangup_url, { ...leg, CallStatus: ended ?? 'completed' });
    expect(await told).toBe(result);
    expect(await statusOf(app, callUuid)).toEqual(['in_progress', null]);
    expect((await event(app)).data).toMatchObject({ result, agent_brief: 'Wants a person.', context: {} });
    expect(app.provider.asked.some(({ path }) => path === 'Call/caller-leg/')).toBe(false);
    expect(app.fake.ended).toEqual([]);
  });

  test('fails when the caller leaves; the teammate hears so, or the phone stops ringing', async () => {
    const app = await openTransfers();
    const first = await app.talk();
    app.provider.answers.transfer = 404;
    await transfer(app, first);
    const whisper = await app.call(placing(app).answer_url, leg);
    expect(await app.call(attributeOf(whisper, 'action'), { ...leg, Digits: '1' })).toContain('The call has ended');
    expect((await event(app)).data.result).toBe('failed');

    const second = await app.talk('caller-2');
    await transfer(app, second);
    app.fake.ports().log.append(ofCall(second), {
      type: 'ended',
      atMs: 1,
      reason: 'caller_hung_up',
      wallMs: app.clock.ms + 1,
    });
    await app.ask('GET', `/v1/calls/${second}`);
    expect((await event(app, 2)).data).toMatchObject({ call_uuid: second, result: 'failed' });
    await expect.poll(() => app.provider.asked.filter(({ method }) => method === 'DELETE').length).toBe(1);
  });

  test('without any callback is no_answer after 75 s', async () => {
    const app = await openTransfers();
    const callUuid = await app.talk();
    const told = app.fake.ports().transfers.transfer(ofCall(callUuid), 'sales', '');
    await expect.poll(() => placing(app).answer_url).toBeDefined();
    app.clock.ms += 75_001;
    expect(await told).toBe('no_answer');
    await expect.poll(() => statusOf(app, callUuid)).toEqual(['in_progress', null]);
    expect((await event(app)).data.result).toBe('no_answer');
  });

  test('returns 400 for invalid input, 404, 409 and 503', async () => {
    const app = await openTransfers();
    const callUuid = await app.talk();
    expect((await transfer(app, callUuid, { agent_brief: 'x'.repeat(281) })).status).toBe(400);
    expect((await transfer(app, callUuid, { target: '' })).status).toBe(400);
    expect((await transfer(app, callUuid, { context: { x: 'x'.repeat(17_000) } })).status).toBe(400);
    expect(await transfer(app, callUuid, { target: 'none' })).toEqual({
      status: 404,
      body: { detail: 'No queue has this name.' },
    });
    expect((await transfer(app, randomUUID())).status).toBe(404);

    await app.ask('PUT', '/api/voice/agents/me/availability', { available: false });
    expect(await transfer(app, callUuid)).toEqual({
      status: 503,
      body: { detail: 'No member of the queue is available.' },
    });
    await app.ask('PUT', '/api/voice/agents/me/availability', { available: true });
    app.provider.answers.place = 400;
    expect((await transfer(app, callUuid)).status).toBe(503);
    expect(await statusOf(app, callUuid)).toEqual(['in_progress', null]);
    app.provider.answers.place = 201;
    expect((await transfer(app, callUuid)).status).toBe(200);
    expect(await transfer(app, callUuid)).toEqual({
      status: 409,
      body: { detail: `Call ${callUuid} is not active.` },
    });
  });

  test('at telephony_b closes our stream, and returns the number to dial to the next applet', async () => {
    const app = await openTransfers();
    const query = { CallSid: 'b-1', CallFrom: '15550001111', CallTo: lineNumber };
    const { url } = (await app.http.inject({ url: '/api/voice/webhooks/telephony_b/answer', query })).json();
    const token = new URL(url).pathname.split('/').at(-1) as string;
    const { callUuid } = (await app.fake.ports().plans.claim(token, 'telephony_b'))!;
    app.fake.live.add(callUuid);
    const format = { encoding: 'l16', rateHz: 8000 } as const;
    const wallMs = app.clock.ms;
    app.fake.ports().log.append(ofCall(callUuid), {
      type: 'started',
      atMs: 0,
      format,
      providerCallId: 'b-1',
      streamId: 's',
      wallMs,
    });
    await app.ask('GET', `/v1/calls/${callUuid}`);
    const handoff = (CallSid: string) =>
      app.http.inject({ url: '/api/voice/webhooks/telephony_b/handoff', query: { CallSid } });
    expect((await handoff('b-1')).statusCode).toBe(404);

    expect((await transfer(app, callUuid)).status).toBe(200);
    expect(app.fake.ended).toEqual([{ callUuid, reason: 'transferred' }]);
    expect((await handoff('b-1')).json()).toMatchObject({ destination: { numbers: [phoneOf(9)] } });
    expect((await handoff('b-1')).statusCode).toBe(200);
    expect((await handoff('b-2')).statusCode).toBe(404);
    expect((await event(app)).data.result).toBe('accepted');
  });
});
