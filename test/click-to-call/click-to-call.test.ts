import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newState } from '../../src/features/calls/calls/index.ts';
import { createClickToCallStore } from '../../src/features/calls/click-to-call/index.ts';
import { onEachDatabase, phoneOf } from '../contacts/contacts-app.ts';
import { attributeOf, openTransfers } from '../transfers/transfer-app.ts';

type App = Awaited<ReturnType<typeof openTransfers>>;

const leg = { CallUUID: 'teammate-leg' };

async function addContact(app: App, index: number): Promise<string> {
  return (await app.ask('POST', '/v1/contacts', { phone: phoneOf(index), name: 'Ada' })).body.uuid;
}
const click = (app: App, contact: string) => app.ask('POST', `/api/voice/customers/${contact}/calls`);
const placing = (app: App) => app.provider.asked.filter(({ path }) => path === 'Call/').at(-1)?.body ?? {};
const record = async (app: App, uuid: string) => (await app.ask('GET', `/v1/calls/${uuid}`)).body;

onEachDatabase('click-to-call', ({ place }) => {
  test('click-to-call rings the teammate first and dials the customer after pick-up: agent_answered', async () => {
    const app = await openTransfers(await place());
    const contact = await addContact(app, 1);
    const answer = await click(app, contact);
    const { call_uuid: uuid } = answer.body;
    expect(answer).toEqual({
      status: 200,
      body: { call_uuid: expect.any(String), status: 'dialing', to: phoneOf(1), from_number: phoneOf(9) },
    });
    const placed = placing(app);
    expect(placed).toMatchObject({ from: '+12025550100', to: phoneOf(9) });
    expect(placed.answer_url).toBe(
      `https://parley.example/api/voice/webhooks/telephony_a/click-to-call/answer/${uuid}`,
    );
    expect((await click(app, contact)).status).toBe(409);
    expect((await click(app, await addContact(app, 2))).status).toBe(409);

    const document = await app.call(placed.answer_url, leg);
    expect(document).toContain(`<Number>${phoneOf(1)}</Number>`);
    expect(document).toContain('<Record startOnDialAnswer="true"');
    expect(attributeOf(document, 'callerId')).toBe(phoneOf(9));
    expect((await record(app, uuid)).status).toBe('ringing');
    const status = attributeOf(document, 'action');
    await app.call(status, { ...leg, DialAction: 'connected', CallStatus: 'in-progress' });
    app.clock.ms += 42_000;
    expect((await record(app, uuid)).status).toBe('in_progress');
    await app.call(status, { ...leg, DialAction: 'hangup' });
    await app.call(status, { ...leg, DialStatus: 'completed', CallStatus: 'in-progress' });
    await app.call(placed.hangup_url, { ...leg, CallStatus: 'completed' });
    const { calls } = (await app.ask('GET', '/v1/calls')).body;
    expect(calls[0]).toMatchObject({
      uuid,
      status: 'completed',
      outcome: 'agent_answered',
      duration: 42,
      agent_name: 'owner@example.com',
      campaign_uuid: null,
      contact_uuid: contact,
      from_number: phoneOf(9),
      to_number: phoneOf(1),
    });
    expect((await app.ask('GET', '/v1/calls?outcome=agent_answered')).body.total).toBe(1);
    expect((await app.ask('GET', '/v1/calls/stats')).body).toMatchObject({ connected: 1, connect_rate: 1 });
    expect((await click(app, contact)).status).toBe(200);
  });
});

describe('click-to-call', () => {
  test.each([
    ['agent_no_answer', false, 'no-answer', 'no_answer'],
    ['agent_no_answer', false, 'busy', 'busy'],
    ['cancelled', false, 'cancel', 'cancelled'],
    ['customer_no_answer', true, 'no-answer', 'no_answer'],
    ['customer_no_answer', true, 'busy', 'busy'],
    ['cancelled', true, 'cancel', 'cancelled'],
  ])('is %s (picked up: %s) by %s', async (outcome, pickedUp, word, status) => {
    const app = await openTransfers();
    const { call_uuid: uuid } = (await click(app, await addContact(app, 1))).body;
    const placed = placing(app);
    if (pickedUp) await app.call(placed.answer_url, leg);
    await app.call(placed.hangup_url, { ...leg, [pickedUp ? 'DialStatus' : 'CallStatus']: word });
    // The provider repeats itself, and what is over stays so.
    await app.call(placed.hangup_url, { ...leg, CallStatus: 'completed' });
    expect(await record(app, uuid)).toMatchObject({ outcome, status });
    expect(await app.call(placed.answer_url, leg)).toContain('<Hangup');
  });

  test('is not moved back by a callback from before both were connected', async () => {
    const app = await openTransfers();
    const { call_uuid: uuid } = (await click(app, await addContact(app, 1))).body;
    const document = await app.call(placing(app).answer_url, leg);
    const store = createClickToCallStore(app.database, { newState, announce: async () => {} });
    const before = await store.find(uuid);
    await app.call(attributeOf(document, 'action'), { ...leg, DialAction: 'connected', CallStatus: 'in-progress' });
    await store.advance(before!, { status: 'ringing' });
    expect((await record(app, uuid)).status).toBe('in_progress');
  });

  test('returns 400, 403, 404 and 503; callbacks of another leg or call change nothing', async () => {
    const app = await openTransfers();
    const contact = await addContact(app, 1);
    expect((await click(app, randomUUID())).status).toBe(404);
    await app.ask('PATCH', `/v1/contacts/${contact}`, { opted_out: true });
    expect((await click(app, contact)).status).toBe(403);
    const [entry] = (await app.ask('GET', '/api/voice/suppressions')).body.suppressions;
    await app.ask('DELETE', `/api/voice/suppressions/${entry.uuid}`);
    app.provider.answers.place = 400;
    expect((await click(app, contact)).status).toBe(503);
    app.provider.answers.place = 201;
    const { call_uuid: uuid } = (await click(app, contact)).body;
    const placed = placing(app);
    await app.call(placed.answer_url, leg);
    const other = await app.http.inject({
      method: 'POST',
      url: new URL(placed.hangup_url ?? '').pathname,
      payload: { CallUUID: 'other', CallStatus: 'completed' },
    });
    expect([other.statusCode, (await record(app, uuid)).status]).toEqual([404, 'ringing']);

    await app.http.inject({ method: 'DELETE', url: `/api/voice/agents/phone-numbers/${app.teammate}` });
    expect((await click(app, await addContact(app, 2))).status).toBe(400);
    await app.http.inject({ method: 'DELETE', url: '/api/integrations/telephony/telephony_a' });
    expect((await click(app, contact)).status).toBe(503);
  });
});
