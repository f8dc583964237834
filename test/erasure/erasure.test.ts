import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mono } from '../call-analysis/analysis-app.ts';
import { onEachDatabase } from '../data/databases.ts';
import { ended, started } from '../http/stored-calls.ts';
import { addMember } from '../http/test-app.ts';
import { answered, done, found, known, openErasing, person, send, talked, tell } from './person.ts';

onEachDatabase('an erased person', (database) => {
  test('leaves no name, number or word in the database, its log, files and recordings', async () => {
    const place = await database.place();
    const app = await openErasing(place);
    const before = await known(app);
    const other = await talked(app, 'I am somebody else.', '+12025550111');
    const stored = (await found(app, place.databaseUrl)).join('\n');
    for (const text of [person.phone, 'Zephyrine', 'marmalade', '0151', '151 1234 5678'])
      expect(stored).toContain(text);

    const asked = await app.ask('POST', `/api/voice/customers/${before.contact}/erase`);
    expect(asked).toMatchObject({ status: 202, body: { status: 'pending', origin: 'person' } });
    const proof = await done(app, asked.body.uuid);
    expect(proof).toMatchObject({
      removed: { contacts: 1, calls: 1, uploads: 2, transcripts: 3, scenarios: 1, import_rows: 1 },
      remains: { do_not_call: true, documents: [], found_in_files: database.name === 'sqlite' ? 0 : null },
      waiting: [],
      requested_by: expect.any(String),
      finished_at: expect.any(String),
    });
    expect(proof.number_hash).toMatch(/^hmac:[0-9a-f]{64}$/);
    expect(await found(app, place.databaseUrl)).toEqual([]);

    for (const uuid of before.calls) expect((await app.ask('GET', `/api/v1/sales/calls/${uuid}`)).status).toBe(404);
    expect((await app.ask('GET', `/api/v1/sales/calls/${other}`)).status).toBe(200);
    expect((await app.ask('GET', '/api/voice/erasures')).body).toMatchObject({ total: 1 });
  });

  test('is not named by the steps of the erasure, whether or not it had to wait', async () => {
    const app = await openErasing(await database.place());
    const { system, tables } = app.database;
    const steps = () => system.read.select().from(tables.jobSteps);
    const { contact, calls } = await known(app);
    const call = await answered(app);
    tell(app, call, started(Date.now()));
    const { body } = await app.ask('POST', `/api/voice/customers/${contact}/erase`);
    const get = async () => (await app.ask('GET', `/api/voice/erasures/${body.uuid}`)).body;
    await expect.poll(async () => (await get()).waiting).toEqual([{ what: 'calls_in_progress', count: 1 }]);
    const named = async () =>
      (await steps()).filter(({ result }) =>
        [contact, call, ...calls].some((uuid) => JSON.stringify(result).includes(uuid)),
      );
    expect(await named()).toEqual([]);
    tell(app, call, ended('caller_hung_up', Date.now()));
    await done(app, body.uuid);
    expect(await named()).toEqual([]);
  });

  test('leaves a proof that does not say whether another organisation has the number', async () => {
    const app = await openErasing(await database.place());
    const { system, tables } = app.database;
    const other = { uuid: randomUUID(), name: 'Other', createdAt: new Date().toISOString() };
    await system.tx((queries) => queries.insert(tables.organisations).values(other));
    const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
    expect((await done(app, body.uuid)).remains).toEqual({ do_not_call: false, documents: [], found_in_files: null });
  });

  test('stays on the do-not-call list without its number', async () => {
    const app = await openErasing(await database.place());
    const { contact } = await known(app);
    const { body } = await app.ask('POST', `/api/voice/customers/${contact}/erase`);
    await done(app, body.uuid);
    const listed = await app.ask('GET', '/api/voice/suppressions');
    expect(listed.body.suppressions).toMatchObject([{ phone: null, reason: null }]);
    const again = await app.ask('POST', '/v1/contacts', { phone: person.phone, opted_out: false });
    expect(again.body).toMatchObject({ created: true, opted_out: true });
    const called = await app.ask('PATCH', `/v1/contacts/${again.body.uuid}`, { opted_out: false });
    expect(called.status).toBe(409);
    await app.ask('DELETE', `/api/voice/suppressions/${listed.body.suppressions[0].uuid}`);
    expect((await app.ask('GET', `/v1/contacts/${again.body.uuid}`)).body.opted_out).toBe(false);
  });

  test('is erased after the end of a call that is in progress, and the answer says so', async () => {
    const place = await database.place();
    const app = await openErasing(place);
    const call = await answered(app);
    tell(app, call, started(Date.now()));
    const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
    const get = async () => (await app.ask('GET', `/api/voice/erasures/${body.uuid}`)).body;
    await expect.poll(async () => (await get()).waiting).toEqual([{ what: 'calls_in_progress', count: 1 }]);
    // A second request joins the first.
    expect((await app.ask('POST', '/api/voice/erasures', { phone: person.phone })).body.uuid).toBe(body.uuid);
    tell(app, call, ended('caller_hung_up', Date.now()));
    expect(await done(app, body.uuid)).toMatchObject({ removed: { calls: 1 }, waiting: [] });
    expect(await found(app, place.databaseUrl)).toEqual([]);
  });

  test('is erased while an upload is being transcribed, and the transcription stores nothing', async () => {
    const place = await database.place();
    const app = await openErasing(place);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      app.script.hear = async () => {
        resolve();
        await released;
        return [[0, person.words]];
      };
    });
    const fields = { customer_phone: person.phone, customer_name: person.name };
    const { body: upload } = await send(app, '/api/uploads', mono, fields);
    await begun;
    const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
    const get = async () => (await app.ask('GET', `/api/voice/erasures/${body.uuid}`)).body;
    await expect.poll(async () => (await get()).waiting).toEqual([{ what: 'jobs', count: 1 }]);
    release();
    expect(await done(app, body.uuid)).toMatchObject({ removed: { uploads: 1 } });
    expect((await app.ask('GET', `/api/v1/sales/calls/${upload.uuid}`)).status).toBe(404);
    expect(await found(app, place.databaseUrl)).toEqual([]);
  });

  test('is not stored again by a repeated upload, whether the call was erased or deleted', async () => {
    const app = await openErasing(await database.place());
    const transcript = [{ speaker: 'customer', text: person.words, timestamp: 0 }];
    const add = (key: string) =>
      app.ask('POST', '/api/v1/sales/calls', { transcript, customer_phone: person.phone }, { 'idempotency-key': key });
    const upload = (key: string) =>
      send(app, '/api/uploads', mono, { customer_phone: person.phone }, { headers: { 'idempotency-key': key } });
    const first = await add('of-a-transcript');
    await upload('of-a-recording');
    const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
    await done(app, body.uuid);
    const refusal = { status: 409, body: { detail: expect.stringMatching(/Idempotency-Key was deleted/) } };
    expect(await add('of-a-transcript')).toMatchObject(refusal);
    expect(await upload('of-a-recording')).toMatchObject(refusal);
    expect((await app.ask('GET', `/api/v1/sales/calls/${first.body.uuid}`)).status).toBe(404);

    const again = await add('a-new-one');
    expect(again.status).toBe(202);
    const get = async () => (await app.ask('GET', `/api/v1/sales/calls/${again.body.uuid}`)).body;
    await expect.poll(async () => (await get()).status).toBe('completed');
    expect((await app.ask('DELETE', `/api/calls/${(await get()).id}`)).status).toBe(204);
    expect(await add('a-new-one')).toMatchObject(refusal);
  });

  test('is not added again by files that were arriving during a finished erasure', async () => {
    const app = await openErasing(await database.place());
    const meanwhile = async () => {
      const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
      await done(app, body.uuid);
    };
    const about = { customer_phone: person.phone, customer_name: person.name };
    const refused = { status: 409, body: { detail: expect.stringMatching(/erased|erasure/) } };
    expect(await send(app, '/api/uploads', mono, about, { meanwhile })).toMatchObject(refused);
    expect(await send(app, '/api/v1/sales/calls', mono, about, { meanwhile })).toMatchObject(refused);
    const people = Buffer.from(`phone,name\n${person.phone},${person.name}\n`);
    expect(await send(app, '/api/voice/customers/import', people, {}, { meanwhile })).toMatchObject(refused);
    const manifest = `file,customer_phone,customer_name\ncall.wav,${person.phone},${person.name}\n`;
    const { status, body } = await send(app, '/api/uploads/bulk', mono, { manifest }, { meanwhile });
    expect({ status, calls: body.calls }).toEqual({ status: 202, calls: [] });
    expect(JSON.stringify(body.errors)).toMatch(/erased/);
    expect((await app.ask('GET', '/v1/contacts')).body.total).toBe(0);
    expect((await send(app, '/api/uploads', mono, about)).status).toBe(202);
  });

  test('is not added to by uploads while the erasure waits, and each response says why', async () => {
    const app = await openErasing(await database.place());
    const call = await answered(app);
    tell(app, call, started(Date.now()));
    const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
    const get = async () => (await app.ask('GET', `/api/voice/erasures/${body.uuid}`)).body;
    await expect.poll(async () => (await get()).waiting).toEqual([{ what: 'calls_in_progress', count: 1 }]);
    const transcript = [{ speaker: 'customer', text: person.words, timestamp: 0 }];
    const add = (customer_phone: string) => app.ask('POST', '/api/v1/sales/calls', { transcript, customer_phone });
    expect(await add('+49 151 12345678')).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/is being erased.*Send it again when the erasure is done/) },
    });
    expect(await send(app, '/api/uploads', mono, { customer_phone: person.phone })).toMatchObject({ status: 409 });
    expect((await add('+12025550111')).status).toBe(202);
    tell(app, call, ended('caller_hung_up', Date.now()));
    await done(app, body.uuid);
    expect((await add(person.phone)).status).toBe(202);
  });

  test('is replaced by name in chats that do not mention the number, and other names stay', async () => {
    const app = await openErasing(await database.place());
    const { system, tables } = app.database;
    await known(app);
    const content = 'Did zephyrine  QUANDARY call? Zephyrine Quandaryx did, and so did Quandary & Sons.';
    await system.tx((queries) => queries.update(tables.conversationMessages).set({ content }));
    const call = await answered(app);
    tell(app, call, started(Date.now()));
    const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
    const get = async () => (await app.ask('GET', `/api/voice/erasures/${body.uuid}`)).body;
    await expect.poll(async () => (await get()).waiting).toEqual([{ what: 'calls_in_progress', count: 1 }]);
    // Written while the erasure waits: it remembers the name of the contact that it has deleted.
    await system.tx((queries) => queries.update(tables.conversationMessages).set({ content }));
    tell(app, call, ended('caller_hung_up', Date.now()));
    await done(app, body.uuid);
    expect(await system.read.select().from(tables.conversationMessages)).toMatchObject([
      { content: 'Did [erased] call? Zephyrine Quandaryx did, and so did Quandary & Sons.' },
    ]);
    expect(JSON.stringify(await system.read.select().from(tables.jobs))).not.toContain('Quandary');
  });

  test('is erased by number only by an admin whose tags show the contact', async () => {
    const app = await openErasing(await database.place());
    await app.ask('POST', '/v1/contacts', { phone: person.phone, tags: ['City:Pune'] });
    const { token, userUuid } = await addMember(app);
    const { memberships } = app.database.tables;
    await app.database.system.tx((queries) =>
      queries.update(memberships).set({ role: 'admin' }).where(eq(memberships.userUuid, userUuid)),
    );
    const as = { authorization: `Bearer ${token}` };
    const limitTo = (tag: string) => app.ask('PUT', `/api/voice/agents/tag-assignments/${userUuid}`, { tags: [tag] });
    const erase = (phone: string) => app.ask('POST', '/api/voice/erasures', { phone }, as);
    await limitTo('City:Agra');
    const hidden = await erase(person.phone);
    expect(hidden).toMatchObject({ status: 403, body: { detail: expect.stringMatching(/Ask an admin without tags/) } });
    expect((await erase('+12025550199')).body.detail).toBe(hidden.body.detail);
    await limitTo('City:Pune');
    expect((await erase(person.phone)).status).toBe(202);
  });

  test('is not erased by members or by another organisation', async () => {
    const app = await openErasing(await database.place());
    const { body: contact } = await app.ask('POST', '/v1/contacts', { phone: person.phone });
    const { token } = await addMember(app);
    const asMember = { authorization: `Bearer ${token}` };
    const url = `/api/voice/customers/${contact.uuid}/erase`;
    expect((await app.ask('POST', url, undefined, asMember)).status).toBe(403);
    expect((await app.ask('GET', '/api/voice/erasures', undefined, asMember)).status).toBe(403);
    expect((await app.ask('GET', `/v1/contacts/${contact.uuid}`)).status).toBe(200);
  });
});
