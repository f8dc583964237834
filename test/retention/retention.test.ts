import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { type Erasing, found, openErasing, person, talked } from '../erasure/person.ts';
import { addMember } from '../http/test-app.ts';

const idOf = async ({ ask }: Erasing, uuid: string): Promise<number> =>
  (await ask('GET', `/api/v1/sales/calls/${uuid}`)).body.id;

const uploaded = async ({ ask }: Erasing, called_at: string): Promise<string> => {
  const transcript = [{ speaker: 'customer', text: person.words, timestamp: 0 }];
  const { phone: customer_phone, name: customer_name } = person;
  const { body } = await ask('POST', '/api/v1/sales/calls', { transcript, called_at, customer_phone, customer_name });
  await expect.poll(async () => (await ask('GET', `/api/v1/sales/calls/${body.uuid}`)).body.status).toBe('completed');
  return body.uuid;
};

onEachDatabase('calls that are deleted', (database) => {
  test('a call of this server is deleted with its recording and webhook bodies, unless it is on hold', async () => {
    const place = await database.place();
    const app = await openErasing(place);
    const hook = { name: 'crm', url: 'http://127.0.0.1:9/hook', events: ['call.ended'] };
    await app.ask('POST', '/api/voice/webhooks', hook);
    const call = await talked(app);
    const id = await idOf(app, call);
    expect((await app.ask('PUT', `/api/calls/${id}/hold`, { reason: 'a dispute' })).status).toBe(200);
    expect((await app.ask('DELETE', `/api/calls/${id}`)).body.detail).toMatch(/on hold/);
    expect((await app.ask('GET', '/api/voice/retention/holds')).body.holds).toMatchObject([
      { call_id: id, call_uuid: call, reason: 'a dispute' },
    ]);
    await app.ask('DELETE', `/api/calls/${id}/hold`);
    expect((await app.ask('DELETE', `/api/calls/${id}`)).status).toBe(204);
    expect((await app.ask('GET', `/v1/calls/${call}`)).status).toBe(404);
    const stored = async () => {
      await app.database.checkpoint();
      return found(app, place.databaseUrl);
    };
    await expect.poll(stored).toEqual([]);
  });

  test('a hold shows its reason only to managers who see the call', async () => {
    const app = await openErasing(await database.place());
    const { system, tables } = app.database;
    const call = await uploaded(app, '2026-01-10T10:00:00Z');
    await app.ask('PUT', `/api/calls/${await idOf(app, call)}/hold`, { reason: `${person.name} disputes it` });
    const { token, userUuid } = await addMember(app);
    await system.tx((queries) =>
      queries.update(tables.memberships).set({ role: 'manager' }).where(eq(tables.memberships.userUuid, userUuid)),
    );
    const as = { authorization: `Bearer ${token}` };
    const holds = async () => (await app.ask('GET', '/api/voice/retention/holds', undefined, as)).body.holds;
    expect(await holds()).toMatchObject([{ call_uuid: call, reason: `${person.name} disputes it` }]);
    await app.ask('PUT', `/api/voice/agents/tag-assignments/${userUuid}`, { tags: ['City:Pune'] });
    expect(await holds()).toMatchObject([{ call_id: null, call_uuid: call, reason: null }]);
  });

  test('a filter deletes what its preview counted, and leaves calls on hold', async () => {
    const app = await openErasing(await database.place());
    const [first, second] = [await uploaded(app, '2026-01-10T10:00:00Z'), await uploaded(app, '2026-01-11T10:00:00Z')];
    const later = await uploaded(app, '2026-02-01T10:00:00Z');
    await app.ask('PUT', `/api/calls/${await idOf(app, second)}/hold`, {});
    const filter = { date_from: '2026-01-01T00:00:00Z', date_to: '2026-01-31T00:00:00Z' };
    expect((await app.ask('POST', '/api/calls/deletions/preview', filter)).body).toEqual({ matched: 2, held: 1 });
    expect((await app.ask('POST', '/api/calls/deletions/preview', {})).status).toBe(400);
    const misspelled = { date_from: '2026-01-01', outcom: 'failed' };
    expect((await app.ask('POST', '/api/calls/deletions/preview', misspelled)).body.detail).toMatch(
      /unknown field.* outcome/,
    );
    expect((await app.ask('POST', '/api/calls/deletions', { ...misspelled, matched: 3 })).status).toBe(400);
    const reversed = { date_from: '2026-02-01', date_to: '2026-01-01' };
    expect((await app.ask('POST', '/api/calls/deletions/preview', reversed)).body.detail).toMatch(/date_to/);
    expect((await app.ask('POST', '/api/calls/deletions', { ...filter, matched: 3 })).status).toBe(409);
    const { body } = await app.ask('POST', '/api/calls/deletions', { ...filter, matched: 2 });
    const get = async () => (await app.ask('GET', `/api/calls/deletions/${body.uuid}`)).body;
    await expect.poll(get).toMatchObject({ status: 'done', deleted: 1, kept: 1 });
    const { system, tables } = app.database;
    expect(await system.read.select().from(tables.callDeletions)).toMatchObject([{ filter: {} }]);
    const left = (await app.ask('GET', '/api/calls')).body.calls.map(({ uuid }: { uuid: string }) => uuid);
    expect(left.sort()).toEqual([second, later].sort());
    expect(left).not.toContain(first);
  });
});

onEachDatabase('retention', (database) => {
  const none = { recordings: null, transcripts: null, results: null, webhooks: null };

  test('ends old words, names and recordings, and statistics keep counting the calls', async () => {
    const place = await database.place();
    const app = await openErasing(place);
    const { system, tables } = app.database;
    const call = await talked(app);
    await expect.poll(async () => (await system.read.select().from(tables.fileReferences)).length).toBe(1);
    const calledAt = '2026-01-10T10:00:00.000Z';
    await system.tx(async (queries) => {
      await queries.update(tables.interactions).set({ calledAt }).where(eq(tables.interactions.uuid, call));
    });
    const old = await uploaded(app, '2026-01-12T10:00:00Z');
    const recent = await uploaded(app, new Date().toISOString());
    const counted = async () => (await app.ask('GET', '/api/voice/calls/stats')).body;
    const before = await counted();

    const days = { ...none, recordings: 30, transcripts: 30, results: 30 };
    const preview = await app.ask('POST', '/api/voice/retention/preview', days);
    expect(preview.body).toEqual({ recordings: 1, transcripts: 2, results: 2, webhooks: 0 });
    expect((await app.ask('PUT', '/api/voice/retention', days)).body).toMatchObject({ days, last_run: null });
    await app.ask('POST', '/api/voice/retention/run');
    const run = async () => (await app.ask('GET', '/api/voice/retention')).body.last_run;
    await expect.poll(async () => (await run())?.finished_at ?? null).not.toBeNull();
    expect(await run()).toMatchObject({
      ended: { recordings: 1, transcripts: 2, results: 2, webhooks: 0 },
      failed: [],
    });

    const shown = (await app.ask('GET', `/api/v1/sales/calls/${old}`)).body;
    expect(shown).toMatchObject({ customer: { name: null, phone: null }, summary: null, transcript: [] });
    expect((await app.ask('GET', `/v1/calls/${call}`)).body).toMatchObject({ transcript: [], recording_url: null });
    expect((await app.ask('GET', `/api/v1/sales/calls/${recent}`)).body.customer.name).toBe(person.name);
    expect(await counted()).toEqual(before);
    expect((await app.ask('POST', '/api/voice/retention/preview', days)).body).toMatchObject({ transcripts: 0 });
  });

  test('leaves calls on hold, and a call that fails does not hold the others up', async () => {
    const app = await openErasing(await database.place());
    const { system, tables } = app.database;
    const [broken, held, third] = [
      await uploaded(app, '2026-01-10T10:00:00Z'),
      await uploaded(app, '2026-01-11T10:00:00Z'),
      await uploaded(app, '2026-01-12T10:00:00Z'),
    ];
    await system.tx(async (queries) => {
      const own = eq(tables.interactions.uuid, broken);
      await queries
        .update(tables.interactions)
        .set({ analysis: { fields: null } })
        .where(own);
    });
    await app.ask('PUT', `/api/calls/${await idOf(app, held)}/hold`, {});
    await app.ask('PUT', '/api/voice/retention', { ...none, results: 1 });
    await app.ask('POST', '/api/voice/retention/run');
    const run = async () => (await app.ask('GET', '/api/voice/retention')).body.last_run;
    await expect.poll(async () => (await run())?.finished_at ?? null).not.toBeNull();
    expect(await run()).toMatchObject({ ended: { results: 1 }, failed: [{ call_uuid: broken, kind: 'results' }] });
    const rows = await system.read.select().from(tables.interactions);
    const nameOf = (uuid: string) => rows.find((row) => row.uuid === uuid)?.customerName;
    expect([nameOf(broken), nameOf(held), nameOf(third)]).toEqual([person.name, person.name, null]);
  });
});
