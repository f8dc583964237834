import { describe, expect, test } from 'vitest';
import type { Fate } from '../../media/emulator/index.ts';
import { createFakeMedia, type FakeMedia } from '../http/test-app.ts';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { addFlow, connect, type OutboundApp, openOutboundApp, ownNumber, talkTo } from './outbound-app.ts';

const callee = '+12025550111';

const ask = (app: OutboundApp, body: object = {}) =>
  app.http.inject({ method: 'POST', url: '/v1/calls', payload: { to: callee, campaign_id: app.flowUuid, ...body } });

const recordOf = async (app: OutboundApp, uuid: string) =>
  (await app.http.inject({ url: `/v1/calls/${uuid}` })).json<Record<string, unknown>>();

async function placed(app: OutboundApp, body: object = {}): Promise<string> {
  const answer = await ask(app, body);
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json().call_uuid as string;
}

const contactOf = async (app: OutboundApp, phone = callee) =>
  (await app.http.inject({ url: '/v1/contacts', query: { phone } })).json().contacts[0];

/** The events that the receiver got, oldest first. */
const news = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body.toString()) as { event: string; data: Record<string, unknown> });

async function listen(app: OutboundApp): Promise<Receiver> {
  const receiver = await openReceiver();
  const events = ['call.started', 'call.ended', 'call.no_answer', 'call.failed'];
  const payload = { name: 'receiver', url: receiver.url, events };
  const made = await app.http.inject({ method: 'POST', url: '/api/voice/webhooks', payload });
  expect(made.statusCode, made.body).toBe(201);
  return receiver;
}

const webhooksHere = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };

describe.each(['telephony_a', 'telephony_b'] as const)('POST /v1/calls over %s', (dialect) => {
  const openTalking = (fate: (to: string) => Partial<Fate> = () => ({})) => {
    const media: FakeMedia = createFakeMedia();
    const provider = { fate, talk: talkTo(() => media, dialect) };
    return openOutboundApp({ dialect, media, provider, env: webhooksHere });
  };

  test('POST /v1/calls responds at once, rings once, and the result reaches record, contact and webhooks', async () => {
    const app = await openTalking();
    const receiver = await listen(app);
    const answer = await ask(app, { contact_name: 'Ada', metadata: { plan: 'gold' } });
    expect(answer.statusCode).toBe(202);
    const { call_uuid: uuid, ...rest } = answer.json();
    expect(rest).toEqual({ status: 'dialing', to: callee, campaign_id: app.flowUuid });
    await receiver.until(2);
    const contact = await contactOf(app);
    expect(contact).toMatchObject({ name: 'Ada', metadata: { plan: 'gold' }, attempts: 1, last_outcome: 'connected' });
    expect(contact.last_called_at).not.toBeNull();
    expect(await recordOf(app, uuid)).toMatchObject({
      call_type: 'outbound',
      status: 'completed',
      outcome: 'connected',
      campaign_uuid: app.flowUuid,
      contact_uuid: contact.uuid,
      from_number: ownNumber,
      to_number: callee,
    });
    expect(news(receiver).map(({ event }) => event)).toEqual(['call.started', 'call.ended']);
    expect(news(receiver)[0]?.data).toMatchObject({ call_uuid: uuid, contact_uuid: contact.uuid });
    await app.provider.idle();
    expect(app.provider.dials.get(callee)).toBe(1);
    expect(app.provider.callbacks.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('an unanswered call ends as the provider reports it, in any order', async () => {
    const people = [
      ['+12025550121', 'busy', 'busy', 'no-answer', 'twice'],
      ['+12025550122', 'no_answer', 'no_answer', 'no-answer', 'late'],
      ['+12025550123', 'failed', 'failed', 'failed', 'once'],
    ] as const;
    const fates = new Map(people.map(([to, person, , , callbacks]) => [to as string, { person, callbacks }]));
    const app = await openTalking((to) => fates.get(to) ?? {});
    const receiver = await listen(app);
    for (const [index, [to, , status, outcome]] of people.entries()) {
      const uuid = await placed(app, { to });
      await receiver.until(index + 1);
      await app.provider.idle();
      expect(await recordOf(app, uuid)).toMatchObject({ status, outcome, duration: 0, started_at: null });
      expect(news(receiver)[index]).toMatchObject({ event: 'call.no_answer', data: { call_uuid: uuid, outcome } });
      expect(await contactOf(app, to)).toMatchObject({ attempts: 1, last_outcome: outcome });
    }
    expect(receiver.received).toHaveLength(3);
  });

  test('a call that was not placed is reported, and is not an attempt', async () => {
    const requests = [
      ['+12025550121', 'refused', 'invalid_number'],
      ['+12025550122', 'throttled', 'over_capacity'],
      ['+12025550123', 'down', 'telephony_not_connected'],
    ] as const;
    const fates = new Map(requests.map(([to, request]) => [to as string, { request }]));
    const app = await openTalking((to) => fates.get(to) ?? {});
    const receiver = await listen(app);
    for (const [index, [to, , reason]] of requests.entries()) {
      const uuid = await placed(app, { to });
      await receiver.until(index + 1);
      const data = { call_uuid: uuid, reason, error: expect.stringMatching(/\.$/) };
      expect(news(receiver)[index]).toMatchObject({ event: 'call.failed', data });
      expect(await recordOf(app, uuid)).toMatchObject({ status: 'failed', end_reason: reason });
      expect(await contactOf(app, to)).toMatchObject({ attempts: 0, last_called_at: null });
    }
    expect(app.provider.dials.size).toBe(0);
  });

  test('a call whose request got no response is followed up', async () => {
    const app = await openTalking(() => ({ request: 'broken', callbacks: 'twice' }));
    const uuid = await placed(app);
    await expect.poll(async () => (await recordOf(app, uuid)).status).toBe('completed');
    expect(app.provider.dials.get(callee)).toBe(1);
  });
});

const isCall = (request: string): boolean => request.includes('/Call/');

describe('POST /v1/calls', () => {
  test('names what is wrong with a request, and dials nobody', async () => {
    const app = await openOutboundApp();
    const inbound = await addFlow(app, { kind: 'inbound' });
    const extension = await addFlow(app, { phoneNumber: '100' });
    const optedOut = { phone: '+12025550199', name: 'Bob', metadata: { kept: true } };
    const made = (await app.http.inject({ method: 'POST', url: '/v1/contacts', payload: optedOut })).json();
    const url = `/v1/contacts/${made.uuid}`;
    await app.http.inject({ method: 'PATCH', url, payload: { opted_out: true } });
    const cases: [object, number, RegExp][] = [
      [{ to: '0202555' }, 400, /E\.164/],
      [{ to: undefined }, 400, /to/],
      [{ campaign_id: '11111111-1111-4111-8111-111111111111' }, 404, /does not exist/],
      [{ campaign_id: 'x' }, 404, /does not exist/],
      [{ campaign_id: inbound }, 400, /is inbound/],
      [{ campaign_id: extension }, 400, /campaign must be an E\.164 number/],
      [{ to: optedOut.phone, metadata: { added: true } }, 403, /opted out/],
      [{ metadata: { big: 'x'.repeat(20_000) } }, 400, /16 KiB/],
    ];
    for (const [body, status, said] of cases) {
      const answer = await ask(app, body);
      expect(answer.statusCode, answer.body).toBe(status);
      expect(answer.json().detail).toMatch(said);
    }
    expect((await app.http.inject({ url })).json().metadata).toEqual({ kept: true });
    expect(app.provider.requests.filter(isCall)).toEqual([]);
    expect((await app.http.inject({ url: '/v1/calls' })).json().total).toBe(0);
  });

  test('needs a connected provider, and nothing else', async () => {
    const app = await openOutboundApp({ connected: false });
    expect((await ask(app)).json()).toEqual({ detail: 'No telephony provider is connected.' });
    await connect(app, 'telephony_b');
    expect((await ask(app)).statusCode).toBe(202);
  });

  test('needs a public address', async () => {
    const app = await openOutboundApp({ env: { PUBLIC_BASE_URL: '' } });
    const answer = await ask(app);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toContain('PUBLIC_BASE_URL');
  });

  test('is rejected beyond the capacity, so that nobody is hung up on', async () => {
    const app = await openOutboundApp();
    app.fake.full = 'max_calls';
    const answer = await ask(app);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(app.provider.requests.filter(isCall)).toEqual([]);
  });

  test('merges the data of a known contact, and keeps its name', async () => {
    const app = await openOutboundApp({ provider: { fate: () => ({ person: 'busy' }) } });
    const payload = { phone: callee, name: 'Bob', metadata: { a: 1, b: 2 } };
    await app.http.inject({ method: 'POST', url: '/v1/contacts', payload });
    await placed(app, { contact_name: 'Somebody', metadata: { b: null, c: 3 } });
    expect(await contactOf(app)).toMatchObject({ name: 'Bob', metadata: { a: 1, c: 3 } });
  });

  test('stops ringing when the call is ended before an answer', async () => {
    const app = await openOutboundApp({ provider: { fate: () => ({ ringMs: 30_000 }) } });
    const uuid = await placed(app);
    await expect.poll(async () => (await recordOf(app, uuid)).status).toBe('ringing');
    const ended = await app.http.inject({
      method: 'POST',
      url: `/api/voice/calls/${uuid}/end`,
      payload: { reason: 'workflow_close' },
    });
    expect(ended.statusCode).toBe(200);
    await app.provider.idle();
    expect(app.provider.calls[0]?.state).toBe('cancel');
    expect(await recordOf(app, uuid)).toMatchObject({ status: 'cancelled', end_reason: 'workflow_close' });
  });
});
