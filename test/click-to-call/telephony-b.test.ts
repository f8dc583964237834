import { describe, expect, test } from 'vitest';
import type { Fate } from '../../media/index.ts';
import { twoLegsOfCallback } from '../../src/telephony/telephony-b/two-legs.ts';
import { onEachDatabase, phoneOf } from '../contacts/contacts-app.ts';
import { type OutboundApp, type OutboundAppOptions, openOutboundApp, ownNumber } from '../telephony/outbound-app.ts';
import { scriptedChannels } from './scripted-channels.ts';
import { twoVoices } from './two-voices.ts';

const [teammate, customer] = [phoneOf(9), phoneOf(1)];
const voices = twoVoices();

interface Asked extends Omit<OutboundAppOptions, 'provider'> {
  /** Of the teammate's phone, and of the customer's. */
  readonly fates?: readonly [Partial<Fate>, Partial<Fate>];
}

/** A person with a number, connected at telephony_b alone, and their call of a contact to its end. */
async function called(asked: Asked = {}) {
  const { app, click, uuid } = await begun(asked);
  await app.provider.idle();
  return { app, click, uuid };
}

/** The same, without waiting for its end. */
async function begun({ fates: [first, second] = [{}, {}], ...options }: Asked = {}) {
  const app = await openOutboundApp({
    dialect: 'telephony_b',
    transcriber: scriptedChannels,
    ...options,
    provider: {
      fate: (to) => (to === teammate ? { ringMs: 5, ...first } : { ringMs: 5, talkMs: 30, ...second }),
      recordingOf: () => voices,
    },
  });
  const { members } = (await app.http.inject('/api/auth/members')).json();
  const mine = `/api/voice/agents/phone-numbers/${members[0].user_uuid}`;
  await app.http.inject({ method: 'PUT', url: mine, payload: { phone_number: teammate } });
  const contact = { method: 'POST', url: '/v1/contacts', payload: { phone: customer } } as const;
  const { uuid: contactUuid } = (await app.http.inject(contact)).json();
  const click = await app.http.inject({ method: 'POST', url: `/api/voice/customers/${contactUuid}/calls` });
  return { app, click, uuid: click.json().call_uuid as string };
}

const read = async (app: OutboundApp, uuid: string) => (await app.http.inject(`/v1/calls/${uuid}?events=1`)).json();

onEachDatabase('click-to-call over telephony_b', ({ place }) => {
  test('telephony_b rings the teammate, then the customer; both are recorded and transcribed by speaker', async () => {
    const { databaseUrl, ...where } = await place();
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const { app, click, uuid } = await called({ ...where, env });
    expect([click.statusCode, click.json()]).toEqual([
      200,
      { call_uuid: uuid, status: 'dialing', to: customer, from_number: teammate },
    ]);
    const [first, second] = app.provider.calls;
    expect([first?.to, second?.to, app.provider.calls.length]).toEqual([teammate, customer, 2]);
    expect(first?.fields).toMatchObject({
      From: teammate,
      To: customer,
      CallerId: ownNumber,
      CustomField: uuid,
      Record: 'true',
      RecordingChannels: 'dual',
    });
    expect(app.provider.callbacks.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect.poll(async () => (await read(app, uuid)).transcript.length).toBe(2);
    const call = await read(app, uuid);
    expect(call).toMatchObject({ status: 'completed', outcome: 'agent_answered', agent_name: 'owner@example.com' });
    expect(call).toMatchObject({ from_number: teammate, to_number: customer, campaign_uuid: null });
    expect(call.transcript.map(({ speaker, text }: Record<string, string>) => [speaker, text])).toEqual([
      ['agent', 'channel 0'],
      ['customer', 'channel 1'],
    ]);
    expect(call.recording_url).toContain(uuid);
  });
});

describe('click-to-call over telephony_b', () => {
  test.each([
    ['agent_no_answer', 'no_answer', { person: 'no_answer' }, {}],
    ['agent_no_answer', 'busy', { person: 'busy' }, {}],
    ['customer_no_answer', 'no_answer', {}, { person: 'no_answer' }],
    ['customer_no_answer', 'busy', {}, { person: 'busy' }],
  ] as const)('is %s, %s', async (outcome, status, first, second) => {
    const { app, uuid } = await called({ fates: [{ callbacks: 'twice', ...first }, second] });
    expect(await read(app, uuid)).toMatchObject({ outcome, status, started_at: null });
    expect(app.provider.calls).toHaveLength(outcome === 'agent_no_answer' ? 1 : 2);
  });

  test.each([
    ['agent_answered', { status: 'completed', duration: 1 }, {}],
    ['customer_no_answer', { status: 'busy', duration: 0 }, { person: 'busy' }],
  ] as const)(
    'is %s when the provider tells nothing, and is asked',
    async (outcome, known, second) => {
      const clock = { ms: Date.now() };
      const now = () => new Date(clock.ms);
      const { app, uuid } = await called({ now, fates: [{ callbacks: 'lost' }, second] });
      expect(await read(app, uuid)).toMatchObject({ status: 'dialing', outcome: null });
      clock.ms += 100_000;
      await expect.poll(async () => (await read(app, uuid)).outcome).toBe(outcome);
      expect(await read(app, uuid)).toMatchObject(known);
    },
    40_000,
  );

  test.each([
    ['workflow_close', false],
    ['dnc_request', true],
  ])('cannot be ended from here for %s, and continues unchanged', async (reason, isOptedOut) => {
    const { app, uuid } = await begun({ fates: [{}, { talkMs: 60_000 }] });
    await expect.poll(() => app.provider.calls[1]?.state).toBe('in-progress');
    const { status } = await read(app, uuid);
    const refused = await app.http.inject({
      method: 'POST',
      url: `/api/voice/calls/${uuid}/end`,
      payload: { reason },
    });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringContaining('does not support hanging up'),
    ]);
    expect((await read(app, uuid)).status).toBe(status);
    expect(app.provider.calls[1]?.state).toBe('in-progress');
    const { contacts } = (await app.http.inject('/v1/contacts')).json();
    expect(contacts[0].opted_out).toBe(isOptedOut);
  });

  test('telephony_b: no other id is accepted for the call, and a callback without both legs is followed by a query', async () => {
    const { app, uuid } = await called({ fates: [{ callbacks: 'lost' }, {}] });
    const tell = (payload: object) =>
      app.http.inject({
        method: 'POST',
        url: `/api/voice/webhooks/telephony_b/click-to-call/status/${uuid}`,
        payload,
      });
    const { id: CallSid } = app.provider.calls[0]!;
    expect((await tell({ CallSid: 'other', Status: 'busy' })).statusCode).toBe(404);
    expect((await tell({ Status: 'busy' })).statusCode).toBe(400);
    expect((await tell({ CallSid, Status: 'completed' })).statusCode).toBe(200);
    expect((await read(app, uuid)).status).toBe('dialing');
    const onPhone = { CallSid, EventType: 'answered', Status: 'in-progress' };
    await tell({ ...onPhone, Legs: [{ Status: 'in-progress' }, { Status: null }] });
    expect((await read(app, uuid)).status).toBe('ringing');
    await tell({ ...onPhone, Legs: [{ Status: 'in-progress' }, { Status: 'in-progress' }] });
    expect((await read(app, uuid)).status).toBe('in_progress');
    const form = new URLSearchParams({ CallSid, Status: 'completed', EventType: 'terminal' });
    form.set('Legs[0][Status]', 'completed');
    form.set('Legs[1][Status]', 'completed');
    await app.http.inject({
      method: 'POST',
      url: `/api/voice/webhooks/telephony_b/click-to-call/status/${uuid}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    expect(await read(app, uuid)).toMatchObject({ status: 'completed', outcome: 'agent_answered' });
  });

  test.each([
    [{ ConversationDuration: '0', Legs: [{ Status: 'completed' }, { Status: 'canceled' }] }, true, false, 'cancelled'],
    [{ ConversationDuration: 0, Legs: [{ Status: 'no-answer' }, { Status: null }] }, false, false, undefined],
    [{ 'Legs[0][Status]': 'completed', 'Legs[1][Status]': 'busy' }, true, false, 'busy'],
    [{ ConversationDuration: 8 }, true, true, undefined],
  ])('reads %j', (fields, isPickedUp, isJoined, second) => {
    expect(twoLegsOfCallback(fields)).toMatchObject({ isPickedUp, isJoined });
    expect(twoLegsOfCallback(fields)?.second?.status).toBe(second);
  });

  test('telephony_b: a callback without legs, or with null or empty ones, yields nothing', () => {
    expect(twoLegsOfCallback({ CallSid: 's', Status: 'completed', Legs: 'odd' })).toBeUndefined();
    const nothing = { EventType: 'terminal', Status: 'completed', ConversationDuration: null, Legs: null };
    expect(twoLegsOfCallback(nothing)).toBeUndefined();
    expect(twoLegsOfCallback({ ...nothing, ConversationDuration: '' })).toBeUndefined();
    const spoken = [{ Status: 'completed' }, { Status: null, OnCallDuration: 7 }];
    expect(twoLegsOfCallback({ ...nothing, Legs: spoken })).toMatchObject({ isJoined: true, talkedSeconds: 7 });
  });
});
