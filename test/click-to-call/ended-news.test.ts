import { describe, expect, test } from 'vitest';
import { onEachDatabase, type Place, phoneOf } from '../contacts/contacts-app.ts';
import { openOutboundApp } from '../telephony/outbound-app.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { scriptedChannels } from './scripted-channels.ts';
import { twoVoices } from './two-voices.ts';

const voices = twoVoices();
/** Places a click-to-call call, lets it end, and subscribes a webhook receiver to `event`. */
async function called(isRecorded: boolean, place: Partial<Place> = {}, event = 'call.ended') {
  const clock = { ms: Date.now() };
  const receiver = await openReceiver();
  const { databaseUrl, ...where } = place;
  const app = await openOutboundApp({
    transcriber: scriptedChannels,
    now: () => new Date(clock.ms),
    ...where,
    env: {
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    provider: {
      fate: () => ({ ringMs: 5, talkMs: 30 }),
      recordingOf: () => (isRecorded ? voices : undefined),
    },
  });
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    (await app.http.inject({ method, url, ...(payload === undefined ? {} : { payload }) })).json();
  await ask('POST', '/api/voice/webhooks', { name: 'w', url: receiver.url, events: [event] });
  const { members } = await ask('GET', '/api/auth/members');
  await ask('PUT', `/api/voice/agents/phone-numbers/${members[0].user_uuid}`, { phone_number: phoneOf(9) });
  const { uuid: contactUuid } = await ask('POST', '/v1/contacts', { phone: phoneOf(1) });
  const { call_uuid: uuid } = await ask('POST', `/api/voice/customers/${contactUuid}/calls`);
  await app.provider.idle();
  await expect.poll(async () => (await ask('GET', `/v1/calls/${uuid}`)).status).toBe('completed');
  const { jobs } = app.database.tables;
  const waiting = async () =>
    (await app.database.system.read.select().from(jobs)).filter(
      ({ kind, status }) => (kind === 'calls.ended' || kind === 'webhooks.deliver') && status !== 'done',
    ).length;
  return { uuid, contactUuid, ask, clock, receiver, waiting };
}

onEachDatabase('the news of a person’s call', ({ place }) => {
  test('call.started is sent once, however often callbacks repeat', async () => {
    const { uuid, contactUuid, ask, clock, receiver, waiting } = await called(false, await place(), 'call.started');
    const [told] = await receiver.until(1);
    const { started_at } = await ask('GET', `/v1/calls/${uuid}`);
    expect(JSON.parse(String(told?.body))).toMatchObject({
      event: 'call.started',
      data: { call_uuid: uuid, call_type: 'outbound', contact_uuid: contactUuid, campaign_uuid: null, started_at },
    });
    clock.ms += 301_000;
    await expect.poll(waiting).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });

  test('call.ended waits for its words, and is sent once', async () => {
    const { uuid, ask, clock, receiver, waiting } = await called(true, await place());
    const read = async () => (await ask('GET', `/v1/calls/${uuid}`)).transcript;
    await expect.poll(async () => (await read()).length).toBe(2);
    expect(receiver.received).toEqual([]);
    expect(await waiting()).toBe(1);
    clock.ms += 6000;
    const [told] = await receiver.until(1);
    const { event, data } = JSON.parse(String(told?.body));
    expect([event, data.call_uuid]).toEqual(['call.ended', uuid]);
    expect(data.transcript.map(({ speaker, text }: Record<string, string>) => [speaker, text])).toEqual([
      ['agent', 'channel 0'],
      ['customer', 'channel 1'],
    ]);
    clock.ms += 600_000;
    await expect.poll(waiting).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('the news that a person’s call has ended', () => {
  test('is sent without its words if they do not arrive', async () => {
    const { clock, receiver, waiting } = await called(false);
    expect(await waiting()).toBe(1);
    expect(receiver.received).toEqual([]);
    clock.ms += 301_000;
    const [told] = await receiver.until(1);
    expect(JSON.parse(String(told?.body))).toMatchObject({ event: 'call.ended', data: { transcript: [] } });
    await expect.poll(waiting).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });
});
