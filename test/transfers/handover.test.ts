import { describe, expect, test } from 'vitest';
import { readWavChannels } from '../../media/index.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { openHandover, teammate } from './handover-app.ts';

const recorded = ['telephony_a', 'telephony_b', 'twilio', 'vobiz'] as const;
/** Providers without recordings of what two people say. */
const unrecorded = ['vonage', 'telnyx', 'asterisk'] as const;

describe.each(recorded)('a transfer at %s', (dialect) => {
  test('is accepted: the brief is heard, both are connected and recorded, and the recording is appended to ours', async () => {
    const receiver = await openReceiver();
    const app = await openHandover(dialect, {
      fate: () => ({ key: '1', talkMs: 150 }),
      env: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' },
    });
    await app.ask('POST', '/api/voice/webhooks', { name: 'w', url: receiver.url, events: ['call.transferred'] });
    expect(await app.handOver()).toBe('accepted');
    expect(JSON.parse(String((await receiver.until(1))[0]?.body)).data).toMatchObject({ result: 'accepted' });
    await app.provider.idle();
    const { calls } = app.provider;
    if (dialect !== 'telephony_b') {
      const [briefed] = calls.filter(({ to }) => to === teammate);
      expect(briefed?.spoken.join()).toContain('Wants a quote.');
      expect(new Set(calls.flatMap(({ rooms }) => rooms)).size).toBe(1);
      expect(calls.flatMap(({ rooms }) => rooms)).toHaveLength(2);
    } else {
      expect(app.provider.dials.get(teammate)).toBe(2);
      expect(calls.filter(({ to }) => to === teammate).flatMap(({ spoken }) => spoken)).toEqual([]);
    }
    expect(app.onTheLine()).toEqual([]);
    await expect.poll(async () => (await app.read()).transcript.length, { timeout: 60_000 }).toBe(2);
    const call = await app.read();
    expect(call).toMatchObject({ status: 'completed', end_reason: 'transferred', outcome: 'connected' });
    expect(call.transcript.map(({ speaker, text }: Record<string, string>) => [speaker, text])).toEqual([
      ['customer', 'channel 0'],
      ['agent', 'channel 1'],
    ]);
    const [, teammates] = call.transcript;
    expect(teammates.spoken_by).toEqual({
      kind: 'human',
      user_uuid: expect.stringMatching(/^[\w-]{36}$/),
      name: expect.stringMatching(/\w/),
    });
    // Half a second is ours; what follows is the provider's.
    expect(call.transcript[0].timestamp).toBeGreaterThanOrEqual(0.6);
    const wav = await app.http.inject({ url: call.recording_url, headers: { accept: 'audio/wav' } });
    const [customer] = readWavChannels(wav.rawPayload);
    expect(customer!.samples.subarray(0, 4000).every((sample) => sample > 0.1)).toBe(true);
    expect(customer!.samples.length).toBeGreaterThan(8000 * 5);
    expect(await app.available()).toBe(true);
  });

  test('is not recorded for a contact who has opted out', async () => {
    const app = await openHandover(dialect, { fate: () => ({ key: '1', talkMs: 30 }) });
    const contact = await app.ask('POST', '/v1/contacts', { phone: '+15550001111' });
    await app.ask('PATCH', `/v1/contacts/${contact.uuid}`, { opted_out: true });
    expect(await app.handOver()).toBe('accepted');
    await app.provider.idle();
    expect(app.provider.calls.flatMap(({ recordings }) => recordings)).toEqual([]);
  });
});

describe.each(unrecorded)('a transfer at %s', (dialect) => {
  test('is accepted: the brief is heard, both are connected, and what they say is not recorded', async () => {
    const app = await openHandover(dialect, { isLong: true, fate: () => ({ key: '1', talkMs: 600_000 }) });
    expect(await app.handOver()).toBe('accepted');
    const { calls } = app.provider;
    await expect.poll(() => calls.flatMap(({ rooms }) => rooms).length).toBe(2);
    expect(app.onTheLine()).toHaveLength(2);
    expect(await app.available()).toBe(false);
    // The end of one is that of the other.
    app.leg.hungUp.abort();
    await app.provider.idle();
    expect(new Set(calls.flatMap(({ rooms }) => rooms)).size).toBe(1);
    expect(calls.flatMap(({ rooms }) => rooms)).toHaveLength(2);
    expect(app.provider.dials.get(teammate)).toBe(1);
    expect(app.onTheLine()).toEqual([]);
    await expect.poll(async () => (await app.read()).status).toBe('completed');
    const call = await app.read();
    expect(call).toMatchObject({ end_reason: 'transferred', outcome: 'connected' });
    expect(call.events.filter(({ type }: { type: string }) => type === 'alarm')).toEqual([]);
    await expect.poll(app.available).toBe(true);
  });
});

// The others receive the keys with the next step of their document.
describe.each(['telnyx', 'asterisk'] as const)('a transfer at %s', (dialect) => {
  test('is accepted once by a teammate who presses the key several times', async () => {
    const app = await openHandover(dialect, { isLong: true, fate: () => ({ key: '111', talkMs: 600_000 }) });
    expect(await app.handOver()).toBe('accepted');
    await expect.poll(() => app.provider.calls.flatMap(({ rooms }) => rooms), { timeout: 60_000 }).toHaveLength(2);
    expect(app.onTheLine()).toHaveLength(2);
    app.leg.hungUp.abort();
    await app.provider.idle();
    expect(app.provider.calls.flatMap(({ rooms }) => rooms)).toHaveLength(2);
  });
});

describe.each([...recorded, ...unrecorded])('a transfer at %s', (dialect) => {
  test('is not moved by a callback at the address of another provider', async () => {
    const rung = new AbortController();
    const ringing = { ringMs: 600_000, rung: rung.signal, key: '1', talkMs: 600_000 };
    const app = await openHandover(dialect, { isLong: true, fate: () => ringing });
    const told = app.handOver();
    await expect.poll(() => app.provider.dials.get(teammate), { timeout: 60_000 }).toBe(1);
    const leg = app.provider.calls.find(({ to }) => to === teammate);
    const transfer = /transfer=([\w-]{36})/.exec(decodeURIComponent(JSON.stringify(leg?.fields)))?.[1] ?? '';
    const legId = leg?.id ?? '';
    const fields = { CallSid: legId, CallUUID: legId, Status: 'completed', CallStatus: 'completed' };
    const others = ['telephony_a', 'telephony_b', 'twilio'].filter((name) => name !== dialect);
    for (const name of others)
      for (const path of ['handoff/leg', 'handoff']) {
        const payload = new URLSearchParams({ ...fields, transfer, step: 'over' }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: '' };
        await app.http.inject({ method: 'POST', url: `/api/voice/webhooks/${name}/${path}`, headers, payload });
      }
    rung.abort();
    expect(await told).toBe('accepted');
    app.leg.hungUp.abort();
  });

  test.each([
    ['declined', 'the key 2', { key: '2' }],
    ['declined', 'a teammate who presses nothing', { talkMs: 20 }],
    ['no_answer', 'a phone that nobody picks up', { person: 'no_answer' }],
    ['busy', 'a busy phone', { person: 'busy' }],
    ['failed', 'a phone that cannot be reached', { person: 'failed' }],
    ['failed', 'a request that the provider refuses', { request: 'refused' }],
  ] as const)('is %s by %s: the agent is told, has the caller still, and may try again', async (result, _by, fate) => {
    const next = { key: '1', talkMs: 600_000 };
    const app = await openHandover(dialect, { isLong: true, fate: (nth) => (nth === 1 ? fate : next) });
    expect(await app.handOver()).toBe(result);
    expect(await app.read()).toMatchObject({ status: 'in_progress', end_reason: null });
    expect(app.leg.state).toBe('in-progress');
    await expect.poll(() => app.onTheLine().length).toBe(1);
    if (result !== 'failed' || !('request' in fate)) expect(await app.handOver()).toBe('accepted');
    app.leg.hungUp.abort();
  });

  test('fails when the caller hangs up, and the teammate’s phone stops', async () => {
    const rung = new AbortController();
    const ringing = { ringMs: 600_000, rung: rung.signal };
    const app = await openHandover(dialect, { fate: () => ({ ...ringing, key: '1', talkMs: 60_000 }) });
    const told = app.handOver();
    await expect.poll(() => app.provider.dials.get(teammate)).toBe(1);
    app.leg.hungUp.abort();
    expect(await told).toBe('failed');
    // This provider cannot hang up a ringing phone: it is picked up, and then hung up.
    if (dialect === 'telephony_b') rung.abort();
    await expect.poll(() => app.onTheLine().length, { timeout: 60_000 }).toBe(0);
    expect(app.provider.calls.flatMap(({ rooms }) => rooms)).toEqual([]);
    expect(await app.read()).toMatchObject({ status: 'completed', end_reason: 'caller_hung_up' });
    await expect.poll(app.available, { timeout: 60_000 }).toBe(true);
  });
});

test('with telephony_b and no account dials the teammate, who hears the brief from the provider', async () => {
  const app = await openHandover('telephony_b', { connected: false, fate: () => ({ talkMs: 30 }) });
  expect(await app.handOver()).toBe('accepted');
  app.media.ended.push({ callUuid: app.callUuid, reason: 'transferred' });
  await app.provider.idle();
  const heard = app.provider.calls.filter(({ to }) => to === teammate).flatMap(({ spoken }) => spoken);
  expect(heard).toEqual(['You have a transferred call. Wants a quote.']);
  expect(app.provider.dials.get(teammate)).toBe(1);
});
