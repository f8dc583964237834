import { expect, test } from 'vitest';
import type { Fate } from '../../media/index.ts';
import { phoneOf } from '../contacts/contacts-app.ts';
import { openOutboundApp, ownNumber } from '../telephony/outbound-app.ts';
import { scriptedChannels } from './scripted-channels.ts';
import { twoVoices } from './two-voices.ts';

const [teammate, customer] = [phoneOf(9), phoneOf(1)];

/** Calls a contact over twilio, to the end of the call. `first` is the teammate's phone, `second` the customer's. */
async function called(first: Partial<Fate> = {}, second: Partial<Fate> = {}) {
  const app = await openOutboundApp({
    dialect: 'twilio',
    transcriber: scriptedChannels,
    provider: {
      fate: (to) => (to === teammate ? { ringMs: 5, ...first } : { ringMs: 5, talkMs: 30, ...second }),
      recordingOf: () => twoVoices(),
      signed: true,
    },
  });
  const { members } = (await app.http.inject('/api/auth/members')).json();
  const mine = `/api/voice/agents/phone-numbers/${members[0].user_uuid}`;
  await app.http.inject({ method: 'PUT', url: mine, payload: { phone_number: teammate } });
  const contact = { method: 'POST', url: '/v1/contacts', payload: { phone: customer } } as const;
  const { uuid: contactUuid } = (await app.http.inject(contact)).json();
  const click = await app.http.inject({ method: 'POST', url: `/api/voice/customers/${contactUuid}/calls` });
  expect(click.statusCode, click.body).toBe(200);
  const { call_uuid: uuid } = click.json();
  await app.provider.idle();
  return { app, read: async () => (await app.http.inject(`/v1/calls/${uuid}?events=1`)).json() };
}

test('twilio rings the teammate, then the customer from the account’s number; both are recorded and transcribed', async () => {
  const { app, read } = await called();
  expect(app.provider.calls.map(({ from, to }) => [from, to])).toEqual([
    [ownNumber, teammate],
    [ownNumber, customer],
  ]);
  expect(app.provider.callbacks.filter(({ status }) => status !== 200)).toEqual([]);
  await expect.poll(async () => (await read()).transcript.length, { timeout: 60_000 }).toBe(2);
  const call = await read();
  expect(call).toMatchObject({ status: 'completed', outcome: 'agent_answered' });
  expect(call.transcript.map(({ speaker }: Record<string, string>) => speaker).sort()).toEqual(['agent', 'customer']);
  expect(app.provider.requests.filter((one) => /\/Recordings\/[\w-]+\.wav$/.test(one))).toHaveLength(1);
});

test.each([
  ['agent_no_answer', { person: 'no_answer' }, {}],
  ['agent_no_answer', { person: 'busy' }, {}],
  ['customer_no_answer', {}, { person: 'busy' }],
  ['customer_no_answer', {}, { person: 'no_answer' }],
] as const)('a click-to-call over twilio is %s when the phones are %j and %j', async (outcome, first, second) => {
  const { app, read } = await called(first, second);
  expect(await read()).toMatchObject({ outcome });
  expect(app.provider.callbacks.filter(({ status }) => status !== 200)).toEqual([]);
});
