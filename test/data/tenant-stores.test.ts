import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Database, forOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { createDocumentStore } from '../../src/features/documents/documents/store.ts';
import { createAuditStore, type NewAuditRow } from '../../src/features/people/audit/store.ts';
import { createFileReferences } from '../../src/files/index.ts';
import { createSettingStore } from '../../src/sealed-settings/index.ts';
import { onEachDatabase, openAt } from './databases.ts';
import { ours, theirs } from './sample-rows.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

onEachDatabase('what an organisation keeps', ({ place }) => {
  let database: Database;
  beforeEach(async () => {
    database = await openAt(await place());
  });
  const tenant = (organisationId: OrganisationId) => forOrganisation(database, organisationId);

  test('a setting belongs to one organisation; the last write wins', async () => {
    const store = createSettingStore(database);
    const setting = (sealed: string) => ({ name: 'provider', sealed, updatedAt: at(1) });
    await store.put(ours, setting('first'));
    await Promise.all(['a', 'b', 'c'].map((sealed) => store.put(ours, setting(sealed))));
    await store.put(ours, setting('last'));
    await store.put(theirs, setting('foreign'));
    expect(await store.get(ours, 'provider')).toMatchObject(setting('last'));
    expect(await tenant(ours).read.count(database.tables.sealedSettings)).toBe(1);
    expect([await store.remove(ours, 'provider'), await store.remove(ours, 'provider')]).toEqual([true, false]);
    expect(await store.get(theirs, 'provider')).toMatchObject(setting('foreign'));
  });

  test('the audit log lists newest first, and only its organisation completes an entry', async () => {
    const store = createAuditStore(tenant);
    const event = (uuid: string, second: number, changes: Partial<NewAuditRow> = {}): NewAuditRow => ({
      uuid,
      at: at(second),
      actorMethod: 'session',
      userUuid: 'ada',
      credentialUuid: null,
      address: '::1',
      requestId: 'r',
      action: 'POST /things',
      subject: { uuid: 'नमस्ते' },
      fields: ['name'],
      status: null,
      ...changes,
    });
    await store.add(ours, event('a', 1));
    await store.add(ours, event('b', 1, { userUuid: null, action: 'key create' }));
    await store.add(ours, event('c', 2));
    await store.add(theirs, event('d', 3));
    await store.finish(theirs, 'a', 500);
    await store.finish(ours, 'c', 201);
    const uuids = async (filter: Parameters<typeof store.list>[1], from = { limit: 10, offset: 0 }) => {
      const { rows, total } = await store.list(ours, filter, from);
      return [rows.map(({ uuid }) => uuid).join(' '), total];
    };
    expect(await uuids({})).toEqual(['c b a', 3]);
    expect(await uuids({}, { limit: 1, offset: 1 })).toEqual(['b', 3]);
    expect(await uuids({ userUuid: 'ada' })).toEqual(['c a', 2]);
    expect(await uuids({ action: 'key create' })).toEqual(['b', 1]);
    expect(await uuids({ from: at(2) })).toEqual(['c', 1]);
    expect(await uuids({ before: at(2) })).toEqual(['b a', 2]);
    const { rows } = await store.list(ours, {}, { limit: 10, offset: 0 });
    expect(rows[2]).toEqual({ ...event('a', 1), organisationId: ours });
    expect(rows[0]?.status).toBe(201);
  });

  test('a document belongs to its owner, and releases its file on deletion', async () => {
    const references = createFileReferences(database);
    const store = createDocumentStore(tenant, references);
    const [mine, colleague, stranger] = [
      { organisationId: ours, userUuid: 'ada' },
      { organisationId: ours, userUuid: 'bob' },
      { organisationId: theirs, userUuid: 'ada' },
    ];
    const document = (second: number, digest: string) => ({
      uuid: randomUUID(),
      title: 'T',
      fileName: 'résumé.pdf',
      mimeType: 'application/pdf',
      sizeBytes: 5_000_000_000,
      digest,
      createdAt: at(second),
    });
    const [first, second, shared] = [document(1, 'x'), document(2, 'y'), document(3, 'x')];
    await store.add(mine, first);
    await store.add(mine, second);
    await store.add(colleague, shared);
    expect(await store.get(mine, first.uuid)).toEqual({ ...first, ...mine, visibility: 'private' });
    for (const other of [colleague, stranger]) {
      expect(await store.get(other, first.uuid)).toBeUndefined();
      expect(await store.change(other, first.uuid, { title: 'mine' })).toBeUndefined();
      expect(await store.remove(other, first.uuid)).toBeUndefined();
    }
    expect((await store.change(mine, first.uuid, { title: 'New' }))?.title).toBe('New');
    const { rows, total } = await store.list(mine, { limit: 1, offset: 0 });
    expect([rows.map(({ uuid }) => uuid), total]).toEqual([[second.uuid], 2]);
    const removed = await Promise.all([store.remove(mine, first.uuid), store.remove(mine, first.uuid)]);
    expect(removed).toEqual(expect.arrayContaining([['x'], undefined]));
    expect(await references.heldAmong(['x', 'y', 'z'])).toEqual(new Set(['x', 'y']));
    expect(await store.remove(colleague, shared.uuid)).toEqual(['x']);
    expect(await references.heldAmong(['x', 'y', 'z'])).toEqual(new Set(['y']));
  });

  test('a document whose row cannot be written keeps no file', async () => {
    const references = createFileReferences(database);
    const store = createDocumentStore(tenant, references);
    const owner = { organisationId: ours, userUuid: 'ada' };
    const document = { uuid: 'one', title: '', fileName: 'a', mimeType: 'b', sizeBytes: 1, createdAt: at(1) };
    await store.add(owner, { ...document, digest: 'x' });
    await expect(store.add(owner, { ...document, digest: 'y' })).rejects.toThrow();
    expect(await references.heldAmong(['x', 'y'])).toEqual(new Set(['x']));
  });
});
