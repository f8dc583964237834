import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contactsOnce, onEachDatabase, openContacts, phoneOf } from '../contacts/contacts-app.ts';
import { ended } from '../http/stored-calls.ts';
import { migratedFolder } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { storeCall, talkingElsewhere } from './stored-calls.ts';

onEachDatabase('calls', (database) => {
  const open = contactsOnce(database);
  const openCalls = async () => {
    const app = await open();
    const store = (changes: Parameters<typeof storeCall>[1] = {}) =>
      storeCall(app.database, { organisationId: app.organisation, ...changes });
    return { ...app, store };
  };

  test('GET /v1/calls/stats counts outcomes and sentiments, by campaign and by date', async () => {
    const { ask, database: opened, store: add, people } = await openCalls();
    const none = { startedAt: null, durationMs: 0 };
    const flow = randomUUID();
    expect((await ask('GET', '/v1/calls/stats')).body).toEqual({
      total_calls: 0,
      connected: 0,
      voicemail: 0,
      no_answer: 0,
      failed: 0,
      connect_rate: 0,
      sentiment_breakdown: { positive: 0, neutral: 0, negative: 0 },
      avg_duration_seconds: 0,
    });
    await add({ sentiment: 'positive', flowUuid: flow });
    await add({ sentiment: 'positive', durationMs: 25_000 });
    await add({ sentiment: 'negative', outcome: 'voicemail', durationMs: 99_000 });
    await add({ ...none, outcome: 'no-answer', status: 'no_answer', createdAt: '2026-03-02T00:00:00.000Z' });
    await add({ ...none, outcome: 'failed', status: 'failed', createdAt: '2026-02-27T23:59:59.999Z' });
    await add(await talkingElsewhere(opened));
    await add({ organisationId: people.stranger.organisationId! });
    expect((await ask('GET', '/v1/calls/stats')).body).toEqual({
      total_calls: 6,
      connected: 2,
      voicemail: 1,
      no_answer: 1,
      failed: 1,
      connect_rate: 0.4,
      sentiment_breakdown: { positive: 2, neutral: 0, negative: 1 },
      avg_duration_seconds: 17.5,
    });
    const of = async (query: Record<string, string>) => (await ask('GET', '/v1/calls/stats', { query })).body;
    expect(await of({ campaign_id: flow })).toMatchObject({ total_calls: 1, connected: 1, connect_rate: 1 });
    expect(await of({ date_from: '2026-03-01', date_to: '2026-03-01' })).toMatchObject({ total_calls: 4, failed: 0 });
    expect((await ask('GET', '/v1/calls/stats', { query: { date_from: 'soon' } })).status).toBe(400);
  });

  test('GET /v1/calls filters by contact_id and sentiment, and by both', async () => {
    const { ask, store } = await openCalls();
    const contactUuid = randomUUID();
    const both = await store({ contactUuid, sentiment: 'neutral' });
    const contact = await store({ contactUuid, createdAt: '2026-03-01T10:00:01.000Z' });
    const sentiment = await store({ sentiment: 'neutral', createdAt: '2026-03-01T10:00:02.000Z' });
    const found = async (query: Record<string, string>) => {
      const { calls, total } = (await ask('GET', '/v1/calls', { query })).body;
      expect(total).toBe(calls.length);
      return calls.map(({ uuid }: { uuid: string }) => uuid);
    };
    expect(await found({ contact_id: contactUuid })).toEqual([contact, both]);
    expect(await found({ sentiment: 'neutral' })).toEqual([sentiment, both]);
    expect(await found({ sentiment: 'neutral', contact_id: contactUuid })).toEqual([both]);
    expect(await found({ contact_id: randomUUID() })).toEqual([]);
    expect((await ask('GET', '/v1/calls', { query: { sentiment: 'glad' } })).status).toBe(400);
  });

  test('GET /v1/calls finds calls by agent, direction, number and contact, and names the contact', async () => {
    const { ask, store } = await openCalls();
    const voice_config = { speaker: 'ava' };
    const agent = (await ask('POST', '/api/voice/agents', { body: { name: 'Desk', voice_config } })).body;
    const campaign = { kind: 'inbound', name: 'Desk line', provider: 'platform', voice_agent_id: agent.uuid };
    const flowUuid = (await ask('POST', '/api/voice/flows', { body: campaign })).body.uuid;
    const contact = (await ask('POST', '/v1/contacts', { body: { phone: '+12025550161', name: 'Asha_Rao' } })).body;
    const own = await store({ flowUuid, callType: 'inbound', fromNumber: '+12025550170' });
    const known = await store({
      contactUuid: contact.uuid,
      callType: 'outbound',
      toNumber: '+12025550161',
      createdAt: '2026-03-01T10:00:01.000Z',
    });
    const found = async (query: Record<string, string>) => {
      const { calls, total } = (await ask('GET', '/v1/calls', { query })).body;
      expect(total).toBe(calls.length);
      return calls.map(({ uuid }: { uuid: string }) => uuid);
    };
    expect(await found({ agent_id: agent.uuid })).toEqual([own]);
    expect(await found({ agent_id: randomUUID() })).toEqual([]);
    expect(await found({ direction: 'outbound' })).toEqual([known]);
    expect(await found({ q: '202 555-0170' })).toEqual([own]);
    expect(await found({ q: 'asha' })).toEqual([known]);
    expect(await found({ q: 'asha%rao' })).toEqual([]);
    expect(await found({ q: 'asha', direction: 'inbound' })).toEqual([]);
    const { calls } = (await ask('GET', '/v1/calls')).body;
    expect(calls.map(({ contact_name: name }: { contact_name: string | null }) => name)).toEqual(['Asha_Rao', null]);
    expect((await ask('GET', '/v1/calls', { query: { direction: 'test' } })).status).toBe(400);
  });

  test('POST /api/voice/calls/{uuid}/metadata merges; record, list and filters show the result', async () => {
    const { ask, store } = await openCalls();
    const uuid = await store();
    const url = `/api/voice/calls/${uuid}/metadata`;
    const write = (key_details: unknown) => ask('POST', url, { body: { key_details } });
    const first = await write({ extraction: { visit: { date: 'Monday', sentiment: 'positive' } }, other: 1 });
    expect(first).toEqual({
      status: 200,
      body: {
        call_uuid: uuid,
        key_details: { extraction: { visit: { date: 'Monday', sentiment: 'positive' } }, qms_scores: {} },
      },
    });
    // At once, and none is lost.
    await Promise.all([1, 2, 3, 4].map((score) => write({ qms_scores: { [`s${score}`]: score } })));
    await write({ extraction: { visit: { date: null }, call: { summary: 'A cleaning was booked.' } } });
    const { body } = await ask('GET', `/v1/calls/${uuid}`);
    expect(body).toMatchObject({ sentiment: 'positive', summary: 'A cleaning was booked.' });
    expect(body.key_details).toEqual({
      extraction: { visit: { sentiment: 'positive' }, call: { summary: 'A cleaning was booked.' } },
      qms_scores: { s1: 1, s2: 2, s3: 3, s4: 4 },
    });
    const { calls, total } = (await ask('GET', '/v1/calls', { query: { sentiment: 'positive' } })).body;
    expect([total, calls[0].summary]).toEqual([1, 'A cleaning was booked.']);

    const large = await write({ extraction: { visit: { notes: 'x'.repeat(64 * 1024) } } });
    expect(large).toEqual({ status: 400, body: { detail: 'The key_details of a call must have at most 64 KiB.' } });
    for (const wrong of [undefined, { qms_scores: { tone: 4.5 } }, { extraction: { visit: 1 } }])
      expect((await write(wrong)).status).toBe(400);
    expect((await ask('GET', `/v1/calls/${uuid}`)).body).toEqual(body);
  });

  test('a user with tags sees calls of contacts with these tags on every route; a user without tags sees all', async () => {
    const { ask, database: opened, store, dataDir, http, people } = await openCalls();
    const tagsUrl = `/api/voice/agents/tag-assignments/${people.mate.userUuid}`;
    const contact = async (index: number, tags: string[]): Promise<string> =>
      (await ask('POST', '/v1/contacts', { body: { phone: phoneOf(index), tags } })).body.uuid;
    const talking = await talkingElsewhere(opened);
    const pune = await contact(1, ['City:Pune', 'Plan:Gold']);
    const goa = await contact(2, ['City:Goa']);
    const seen = await store({ ...talking, contactUuid: pune });
    const hidden = await store({ ...talking, contactUuid: goa });
    const nobody = await store(talking);
    for (const uuid of [seen, hidden, nobody]) record(dataDir, uuid);
    const listed = async (as: 'mate' | 'mateKey' | 'admin') => {
      const live = (await ask('GET', '/api/voice/calls/live', { as })).body.calls;
      const { calls, total } = (await ask('GET', '/v1/calls', { as })).body;
      const stats = (await ask('GET', '/v1/calls/stats', { as })).body;
      expect([total, stats.total_calls, live.length]).toEqual([calls.length, calls.length, calls.length]);
      return calls.map(({ uuid }: { uuid: string }) => uuid).sort();
    };
    expect(await listed('mate')).toEqual([seen, hidden, nobody].sort());
    await ask('PUT', tagsUrl, { body: { tags: ['City:Pune', 'City:Delhi'] } });

    const missing = randomUUID();
    for (const as of ['mate', 'mateKey'] as const) {
      expect(await listed(as)).toEqual([seen]);
      expect((await ask('GET', '/v1/calls', { as, query: { contact_id: goa } })).body.total).toBe(0);
      for (const uuid of [hidden, nobody]) {
        const answers = [
          await ask('GET', `/v1/calls/${uuid}`, { as }),
          await ask('GET', `/v1/calls/${uuid}/transcript`, { as }),
          await ask('POST', `/api/voice/calls/${uuid}/metadata`, { as, body: { key_details: {} } }),
          await ask('POST', `/api/voice/calls/${uuid}/end`, { as, body: { reason: 'workflow_close' } }),
        ];
        for (const { status, body } of answers)
          expect([status, body.detail.replace(uuid, missing)]).toEqual([404, `Call ${missing} does not exist.`]);
      }
      const own = await ask('GET', `/v1/calls/${seen}`, { as });
      expect((await http.inject({ url: `${own.body.recording_url}&format=wav` })).statusCode).toBe(200);
    }
    expect(await listed('admin')).toEqual([seen, hidden, nobody].sort());
    expect(
      (await ask('POST', `/api/voice/calls/${seen}/end`, { as: 'mate', body: { reason: 'workflow_close' } })).status,
    ).toBe(200);
    await ask('DELETE', tagsUrl);
    expect((await ask('GET', `/v1/calls/${hidden}`, { as: 'mate' })).status).toBe(200);
  });
});

describe('the contact of a call', () => {
  test('is the one with the other party’s number', async () => {
    const { ask, http } = await openContacts({ dataDir: migratedFolder() });
    const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1) } })).body;
    for (const [index, From] of [phoneOf(1), phoneOf(1).slice(1), phoneOf(2), 'anonymous'].entries())
      await http.inject({
        url: '/api/voice/webhooks/telephony_a/answer',
        query: { CallUUID: `c-${index}`, From, To: '+12025550143' },
      });
    const { calls } = (await ask('GET', '/v1/calls')).body;
    const contacts = calls.map((call: Record<string, string>) => [call.from_number, call.contact_uuid]).sort();
    expect(contacts).toEqual(
      [
        [phoneOf(1), uuid],
        [phoneOf(1), uuid],
        [phoneOf(2), null],
        ['anonymous', null],
      ].sort(),
    );
  });

  test('and the own number are stored in E.164, however the provider writes them', async () => {
    const { ask, http } = await openContacts({ dataDir: migratedFolder() });
    const flow = {
      kind: 'inbound',
      name: 'Pune',
      provider: 'platform',
      status: 'active',
      phone_number: '+912025550199',
    };
    expect((await ask('POST', '/api/voice/flows', { body: flow })).status).toBe(201);
    const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone: '+919876543210' } })).body;
    for (const [index, CallFrom] of ['09876543210', '919876543210', '+919876543210'].entries())
      await http.inject({
        url: '/api/voice/webhooks/telephony_b/answer',
        query: { CallSid: `c-${index}`, CallFrom, CallTo: '02025550199' },
      });
    const { calls } = (await ask('GET', '/v1/calls')).body;
    const named = { from_number: '+919876543210', to_number: '+912025550199', contact_uuid: uuid };
    expect(calls).toMatchObject([named, named, named]);
  });

  test('ending a call with dnc_request opts the contact out, and removes access to the recording', async () => {
    const { ask, database, dataDir, http, fake } = await openContacts({ dataDir: migratedFolder() });
    const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone: phoneOf(1), name: 'Ada' } })).body;
    const talking = await talkingElsewhere(database);
    const known = await storeCall(database, { ...talking, contactUuid: uuid });
    const stranger = await storeCall(database, { ...talking, fromNumber: phoneOf(2).slice(1) });
    const withheld = await storeCall(database, { ...talking, fromNumber: 'anonymous' });
    record(dataDir, known);
    const { recording_url: recording } = (await ask('GET', `/v1/calls/${known}`)).body;
    expect((await http.inject({ url: `${recording}&format=wav` })).statusCode).toBe(200);

    // Nobody signed this call: its number may be another's.
    const query = { CallUUID: 'c-1', From: phoneOf(3), To: '+12025550143' };
    const { body } = await http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
    const plan = await fake.ports().plans.claim(/telephony_a\/([\w-]+)</.exec(body)?.[1] as string, 'telephony_a');
    fake.ports().log.append(ofCall(plan?.callUuid as string), ended('dnc_request', 9000));
    await ask('GET', `/v1/calls/${plan?.callUuid}`);

    for (const call of [known, stranger, withheld]) {
      const answer = await ask('POST', `/api/voice/calls/${call}/end`, { body: { reason: 'dnc_request' } });
      expect(answer.body).toEqual({ call_uuid: call, status: 'ended', reason: 'dnc_request' });
    }
    const { contacts } = (await ask('GET', '/v1/contacts', { query: { opted_out: 'true' } })).body;
    const out = contacts.map(({ name, phone, dnc_reason }: Record<string, unknown>) => [name, phone, dnc_reason]);
    expect(out.sort()).toEqual([
      [null, phoneOf(2), 'dnc_request'],
      ['Ada', phoneOf(1), 'dnc_request'],
    ]);
    expect(await ask('GET', recording)).toEqual({
      status: 404,
      body: { detail: `Call ${known} has no recording.` },
    });
  });
});

/** An empty recording. */
function record(dataDir: string, callUuid: string): void {
  const folder = join(dataDir, 'recordings');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${callUuid}.wav`), Buffer.alloc(44));
}
