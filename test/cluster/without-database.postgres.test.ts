import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWebhookReceiver } from '../../bench/trials/webhook-receiver.ts';
import { onPostgres } from '../data/databases.ts';
import { throughProxy } from '../data/proxied-postgres.ts';
import { ended, get, headers, hooks, line, started, turnOf } from '../http/stored-calls.ts';
import { createFakeMedia, lineNumber, openTestApp, type TestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

const patient = { timeout: 60_000, interval: 50 };
const secrets = { SESSION_SECRET: 's'.repeat(32), SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };

/** Requests the answer to a call. Returns the token of its stream, or the whole document. */
async function answer(app: TestApp, dialect: 'telephony_a' | 'telephony_b', id: string): Promise<string> {
  const names = dialect === 'telephony_a' ? { CallUUID: id } : { CallSid: id };
  const { body, statusCode } = await app.http.inject({
    url: `${hooks}/${dialect}/answer`,
    query: { ...names, From: '+15550001111', To: lineNumber },
    headers,
  });
  return new RegExp(`/media/${dialect}/([\\w-]+)`).exec(body)?.[1] ?? `${statusCode} ${body}`;
}

/** Has a conversation of two turns. */
function talk(app: TestApp, callUuid: string, startedMs: number): void {
  const { log } = app.fake.ports();
  log.append(ofCall(callUuid), started(startedMs));
  log.append(ofCall(callUuid), line(1, 'customer', 'Are you open on Friday?', 1000));
  log.append(ofCall(callUuid), line(1, 'agent', 'Until six.', 2000));
  log.append(ofCall(callUuid), turnOf(1, 400));
  log.append(ofCall(callUuid), line(2, 'customer', 'Thank you.', 4000));
}

const hangUp = (app: TestApp, callUuid: string, wallMs: number): void =>
  app.fake.ports().log.append(ofCall(callUuid), ended('caller_hung_up', wallMs));

const words = ({ transcript }: { readonly transcript: readonly { readonly text: string }[] }) =>
  transcript.map(({ text }) => text);

onPostgres('a server whose network to PostgreSQL drops packets', ({ place }) => {
  /** `prepare` works with an earlier process on the same database. */
  async function openBehindProxy(env: Record<string, string> = {}, prepare?: (app: TestApp) => Promise<void>) {
    const { databaseUrl = '' } = await place();
    const allowed = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ...env };
    if (prepare !== undefined) {
      const earlier = await openTestApp({ env: { ...secrets, ...allowed, DATABASE_URL: databaseUrl } });
      await prepare(earlier);
      await earlier.close();
    }
    const { proxy, url } = await throughProxy(databaseUrl, onTestFinished);
    const receiver = await openWebhookReceiver();
    onTestFinished(receiver.close);
    const open = (more: Partial<Parameters<typeof openTestApp>[0]> = {}) =>
      openTestApp({
        ...more,
        env: { ...secrets, ...allowed, DATABASE_URL: url },
      });
    const app = await open();
    const registered = await app.http.inject({
      method: 'POST',
      url: '/api/voice/webhooks',
      headers,
      payload: { name: 'receiver', url: receiver.url, events: ['call.started', 'call.ended'] },
    });
    expect(registered.statusCode, registered.body).toBe(201);
    const silence = async () => {
      proxy.silence();
      await vi.waitFor(() => expect(app.database.silentSinceMs()).toBeDefined(), patient);
    };
    const eventsOf = (uuid: string) => receiver.received.filter(({ call }) => call === uuid).map(({ event }) => event);
    return { app, open, proxy, silence, eventsOf };
  }

  test.each(['telephony_a', 'telephony_b'] as const)(
    'carries a call of %s from its first request to its end, and stores it once when it is back',
    async (dialect) => {
      const { app, proxy, silence, eventsOf } = await openBehindProxy();
      await answer(app, dialect, 'remembers');
      await silence();
      const token = await answer(app, dialect, 'c-1');
      expect(await answer(app, dialect, 'c-1'), 'a repeated request').toBe(token);
      const plan = await app.fake.ports().plans.claim(token, dialect);
      expect(plan).toMatchObject({ kind: 'call', direction: 'inbound', from: '+15550001111', to: lineNumber });
      expect(await app.fake.ports().plans.claim(token, dialect), 'a token opens one stream').toBeUndefined();
      const callUuid = plan?.callUuid ?? '';
      const nowMs = Date.now();
      talk(app, callUuid, nowMs);
      hangUp(app, callUuid, nowMs + 9000);
      await proxy.restore();
      await vi.waitFor(async () => expect(await get(app, `/v1/calls/${callUuid}`)).toBeDefined(), patient);
      await vi.waitFor(() => expect(eventsOf(callUuid)).toEqual(['call.started', 'call.ended']), patient);
      const call = await get(app, `/v1/calls/${callUuid}`);
      expect(call).toMatchObject({ status: 'completed', end_reason: 'caller_hung_up', duration: 9, turns: 1 });
      expect(words(call)).toEqual(['Are you open on Friday?', 'Until six.', 'Thank you.']);
      expect(call.campaign_uuid).not.toBeNull();
      expect(eventsOf(callUuid)).toHaveLength(2);
    },
    90_000,
  );

  test('answers every number, also one that nobody has called: with its tools and next agent', async () => {
    const numbers = ['+12025550171', '+12025550172'];
    const greetings: string[] = [];
    let kim = '';
    const { app, silence } = await openBehindProxy({}, async (earlier) => {
      const add = async (url: string, payload: object, method: 'POST' | 'PATCH' = 'POST') => {
        const { statusCode, body } = await earlier.http.inject({ method, url, headers, payload });
        expect([url, statusCode < 300], body).toEqual([url, true]);
        return body === '' ? {} : JSON.parse(body);
      };
      const voice_config = { speaker: 'maya' };
      const endpoint = 'https://127.0.0.1:9/orders';
      const tool = { name: 'look_up_order', description: 'Finds an order.', parameters: { type: 'object' }, endpoint };
      const { uuid } = await add('/api/voice/agents', { name: 'Maya', greeting: 'One.', voice_config, tools: [tool] });
      ({ uuid: kim } = await add('/api/voice/agents', { name: 'Kim', voice_config }));
      const goals = [
        { id: 'start', examples: ['Begin'], next: [{ agent: kim, go: 'end' }] },
        { id: 'end', done: 'Done.' },
      ];
      const line = { kind: 'inbound', status: 'active', provider: 'platform', voice_agent_id: uuid, config: { goals } };
      await add('/api/voice/flows', { ...line, name: 'Never called', phone_number: numbers[0] });
      await add('/api/voice/flows', { ...line, name: 'Never called either', phone_number: numbers[1] });
    });
    await vi.waitFor(
      () => expect(app.logged.find(({ event }) => event === 'calls_remembered')).toMatchObject({ flows: 3 }),
      patient,
    );
    await silence();
    const { plans, handOvers, tools } = app.fake.ports();
    for (const [index, dialled] of numbers.entries()) {
      const from = `+1555000111${index}`;
      const query = { CallUUID: `c-${index}`, From: from, To: dialled };
      const { body } = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query, headers });
      const token = /\/media\/telephony_a\/([\w-]+)/.exec(body)?.[1] ?? body;
      const plan = await plans.claim(token, 'telephony_a');
      expect(plan, body).toMatchObject({ kind: 'call', from, to: dialled });
      const session = ofCall(plan?.callUuid ?? '');
      greetings.push(JSON.stringify(plan).includes('One.') ? 'One.' : 'none');
      expect(await handOvers?.handOver(session, kim)).toMatchObject({ agentUuid: kim });
      const { result } = await tools.run(session, 'look_up_order', {}, { turn: 1 });
      expect(result, 'the endpoint is asked').toMatch(/not (be )?reach|refused|did not answer/i);
    }
    expect(greetings).toEqual(['One.', 'One.']);
  }, 90_000);

  test('continues a call that began before, and whose stream was offered before', async () => {
    const { app, proxy, silence, eventsOf } = await openBehindProxy();
    const plan = await app.fake.ports().plans.claim(await answer(app, 'telephony_a', 'c-1'), 'telephony_a');
    const callUuid = plan?.callUuid ?? '';
    const nowMs = Date.now();
    app.fake.live.add(callUuid);
    app.fake.ports().log.append(ofCall(callUuid), started(nowMs));
    // A delivery in transit at the outage is not repeated.
    await vi.waitFor(() => expect(eventsOf(callUuid)).toEqual(['call.started']), patient);
    const offered = await answer(app, 'telephony_a', 'c-2');
    await silence();
    const late = await app.fake.ports().plans.claim(offered, 'telephony_a');
    talk(app, late?.callUuid ?? '', nowMs);
    hangUp(app, late?.callUuid ?? '', nowMs + 9000);
    app.fake.ports().log.append(ofCall(callUuid), line(1, 'customer', 'Hello?', 1000));
    await proxy.restore();
    await vi.waitFor(() => expect(eventsOf(late?.callUuid ?? '')).toEqual(['call.started', 'call.ended']), patient);
    hangUp(app, callUuid, nowMs + 20_000);
    await vi.waitFor(() => expect(eventsOf(callUuid)).toEqual(['call.started', 'call.ended']), patient);
    expect(words(await get(app, `/v1/calls/${callUuid}`))).toEqual(['Hello?']);
    expect(await get(app, `/v1/calls/${late?.callUuid}`)).toMatchObject({ end_reason: 'caller_hung_up' });
    expect(app.fake.ended, 'no call was hung up').toEqual([]);
  }, 90_000);

  test('answers a number that it does not know busy, in the format of the provider, or with an error if it repeats', async () => {
    const { app, silence } = await openBehindProxy();
    await silence();
    const { statusCode, body } = await app.http.inject({
      url: `${hooks}/telephony_a/answer`,
      query: { CallUUID: 'c-1', From: '+15550001111', To: '+12025550177' },
      headers,
    });
    expect([statusCode, body.includes('<Hangup reason="busy"/>')]).toEqual([200, true]);
    const payload = { call_control_id: 'c-1', direction: 'incoming', from: '+15550001111', to: '+12025550177' };
    const event = await app.http.inject({
      method: 'POST',
      url: `${hooks}/telnyx/answer`,
      headers,
      payload: { data: { event_type: 'call.initiated', payload } },
    });
    expect([event.statusCode, event.headers['retry-after']], event.body).toEqual([503, '30']);
  }, 60_000);

  test('leaves what it could not store to the next process of its machine', async () => {
    const { app, open, proxy, silence, eventsOf } = await openBehindProxy();
    await answer(app, 'telephony_a', 'remembers');
    await silence();
    const plan = await app.fake.ports().plans.claim(await answer(app, 'telephony_a', 'c-1'), 'telephony_a');
    const callUuid = plan?.callUuid ?? '';
    talk(app, callUuid, Date.now());
    await vi.waitFor(() => expect(readdirSync(join(app.dataDir, 'spool'))).toHaveLength(1), patient);
    await app.close();
    await proxy.restore();
    const next = await open({ dataDir: app.dataDir, media: createFakeMedia() });
    await vi.waitFor(() => expect(eventsOf(callUuid)).toEqual(['call.started', 'call.ended']), patient);
    const call = await get(next, `/v1/calls/${callUuid}`);
    expect(call).toMatchObject({ status: 'failed', end_reason: 'interrupted' });
    expect(words(call)).toEqual(['Are you open on Friday?', 'Until six.', 'Thank you.']);
    expect(readdirSync(join(app.dataDir, 'spool'))).toEqual([]);
  }, 90_000);
});
