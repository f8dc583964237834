import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { pack } from 'tar-stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backUp, postgresTarget, restore, sqliteTarget } from '../../src/backup/index.ts';
import { main } from '../../src/cli/main.ts';
import { type Database, dataBeside, forOrganisation, localOrganisation, openDatabase } from '../../src/data/index.ts';
import { createInteractionStore, termsOf } from '../../src/features/analysis/interactions/index.ts';
import { createCallViewStore } from '../../src/features/calls/calls/call-view-store.ts';
import { createCallStore } from '../../src/features/calls/calls/store.ts';
import { createDocumentStore, createDocuments } from '../../src/features/documents/documents/index.ts';
import { createFileReferences } from '../../src/files/index.ts';
import { createLocalFiles } from '../../src/files/local-files.ts';
import { onEachDatabase, onPostgres, type TestDatabase } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { temporaryFolder } from '../http/test-app.ts';

const owner = { organisationId: localOrganisation, userUuid: 'someone' };
const minuteMs = 60_000;

type Place = Awaited<ReturnType<TestDatabase['place']>>;

/** A data folder with what writes to it. */
async function openData(place: Place = { dataDir: temporaryFolder() }) {
  const { dataDir } = place;
  const database = await openDatabase({ ...place, migrationsDir });
  const lock = await database.ownerLock();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await lock.close();
    await database.close();
  };
  onTestFinished(close);
  const tenant = forOrganisation(database, localOrganisation);
  const references = createFileReferences(database);
  const files = createLocalFiles({ dir: join(dataDir, 'files'), owner: lock, hasRoom: () => true, ...references });
  const documents = createDocuments({
    store: createDocumentStore((id) => forOrganisation(database, id), references),
    files,
    slots: { enter: () => () => {} },
    downloadTokens: { issue: () => '', read: async () => undefined },
    maxFileBytes: 1e6,
    quotaBytes: Number.POSITIVE_INFINITY,
    now: () => new Date(),
  });
  const calls = createCallStore(database, { owner: lock.id, leaseUntil: () => '2099-01-01T00:00:00.000Z' });
  return { ...place, database, tenant, documents, calls, lock, close };
}

type Data = Awaited<ReturnType<typeof openData>>;

async function addDocument({ documents }: Data, text: string) {
  const bytes = (async function* () {
    yield Buffer.from(`%PDF-1.7\n${text}`);
  })();
  const added = await documents.add(owner, { name: 'a.pdf', bytes, expectedBytes: undefined, title: async () => text });
  return added.kind === 'added' ? added.document : expect.unreachable();
}

/** A call of two turns, each row with its count in one transaction. */
async function addCall({ calls, dataDir }: Data): Promise<string> {
  const { call } = await calls.findOrAdd(localOrganisation, {
    uuid: randomUUID(),
    flowUuid: 'f',
    callType: 'inbound',
    dialect: 'telephony_a',
    status: 'ringing',
    fromNumber: '+1',
    toNumber: '+2',
    providerCallId: null,
    createdAt: new Date().toISOString(),
  });
  const recordedAt = new Date().toISOString();
  const turn = { type: 'turn', atMs: 1, turn: 1, latency: { total: 400 } };
  for (const event of [turn, turn, { type: 'closed', atMs: 2, status: 'completed', reason: 'x', wallMs: Date.now() }])
    await calls.append([{ callUuid: call.uuid, recordedAt, event: event as never }]);
  const recording = join(dataDir, 'recordings', `${call.uuid}.wav`);
  mkdirSync(join(dataDir, 'recordings'), { recursive: true });
  writeFileSync(recording, `sound of ${call.uuid}`);
  utimesSync(recording, new Date(), new Date(Date.now() - minuteMs));
  return call.uuid;
}

async function checkInvariants(database: Database) {
  const { system, tables } = database;
  const calls = await system.read.select().from(tables.calls);
  const events = await system.read.select().from(tables.callEvents);
  for (const { uuid, turns } of calls) {
    const own = events.filter(({ callUuid }) => callUuid === uuid);
    expect(own.filter(({ type }) => type === 'turn')).toHaveLength(turns);
    const numbers = own.map(({ seq }) => seq).sort((a, b) => a - b);
    expect(numbers).toEqual(own.map((_, index) => index + 1));
  }
  const views = createCallViewStore(database);
  const view = { organisation: localOrganisation, sight: undefined };
  // Kept by triggers, so neither lost nor counted again by what is loaded.
  expect((await views.list(view, {}, { limit: 1, offset: 0 })).total).toBe(calls.length);
  return { calls: calls.length, events: events.length };
}

const archive = (): string => join(temporaryFolder(), 'all.tar');

const backUpOf = ({ dataDir, databaseUrl, lock }: Data, path: string, onStep = (): void => {}) =>
  backUp({
    path,
    dataDir,
    version: '1.2.3',
    openSnapshot: dataBeside({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) }).openSnapshot,
    ownerId: lock.id,
    place: null,
    withObjects: false,
    now: () => new Date(),
    onStep,
  });

const restoreTo = (
  { dataDir, databaseUrl: url }: Place,
  path: string,
  options: { replace?: boolean; inUse?: boolean } = {},
) =>
  restore({
    path,
    dataDir,
    target: url === undefined ? sqliteTarget({ dataDir, migrationsDir }) : postgresTarget({ url, migrationsDir }),
    replace: options.replace ?? false,
    isInUse: async () => options.inUse ?? false,
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    onStep: () => {},
  });

/** calls are written and a document is removed while the backup is taken. */
async function backUpUnderFire(from: Place, to: Place): Promise<void> {
  const data = await openData(from);
  const documents = await Promise.all(['kept', 'removed meanwhile'].map((text) => addDocument(data, text)));
  const first = await Promise.all(Array.from({ length: 20 }, () => addCall(data)));
  let isOver = false;
  let written = 0;
  const hammering = (async () => {
    while (!isOver) {
      await addCall(data);
      written += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(5);
  const before = written;
  const path = archive();
  let removing: Promise<unknown> | undefined;
  const report = await backUpOf(data, path, () => {
    removing ??= data.documents.remove(owner, documents[1]!.uuid);
  });
  isOver = true;
  await hammering;
  await removing;
  expect(written).toBeGreaterThan(before);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(data.dataDir, 'files', 'incoming'))).toEqual([]);
  expect(report).toMatchObject({ files: 2, leftOut: expect.any(Array) });

  const { dataDir } = to;
  const restored = await restoreTo(to, path);
  expect(restored).toMatchObject({ rows: report.rows, files: 2, recordings: report.recordings, paused: 0 });
  const copy = await openData(to);
  const counts = await checkInvariants(copy.database);
  expect(counts.calls).toBeGreaterThanOrEqual(first.length);
  expect(counts.calls).toBeLessThanOrEqual(first.length + written);
  for (const { uuid, title } of documents) {
    const found = await copy.documents.file(owner, uuid);
    expect((await buffer(await found!.file.stream())).toString()).toBe(`%PDF-1.7\n${title}`);
  }
  for (const uuid of first)
    expect(readFileSync(join(dataDir, 'recordings', `${uuid}.wav`), 'utf8')).toBe(`sound of ${uuid}`);
  await addCall(copy);
  expect(readdirSync(dataDir).filter((name) => /^re(storing|placed)/.test(name))).toEqual([]);
}

onEachDatabase('a backup', ({ emptyPlace }) => {
  test('R-9: a backup is one moment of a server under writes, with files and recordings', async () => {
    await backUpUnderFire(await emptyPlace(), await emptyPlace());
  });

  test('words that were said are found after a restore, until their transcript is deleted', async () => {
    const data = await openData(await emptyPlace());
    const { interactions, transcripts } = data.database.tables;
    const at = '2026-01-01T00:00:00.000Z';
    const [uuid, other] = [randomUUID(), randomUUID()];
    const row = { source: 'call', status: 'completed', connected: true, edits: {}, search: '', calledAt: at } as const;
    await data.tenant.tx(async (queries) => {
      // Rows get other numbers than those of their order.
      await queries.insert(interactions, [{ ...row, uuid: other, createdAt: at, updatedAt: at }]);
      await queries.insert(interactions, [{ ...row, uuid, createdAt: at, updatedAt: at }]);
      await queries.delete(interactions, eq(interactions.uuid, other));
      const turns = [{ speaker: 'agent', startMs: 0, endMs: 1, text: 'The colour is mauve.', words: [] }];
      await queries.insert(transcripts, [{ interactionUuid: uuid, turns, updatedAt: at }]);
    });
    const path = archive();
    await backUpOf(data, path);
    const to = await emptyPlace();
    await restoreTo(to, path);
    const { database, tenant } = await openData(to);
    const store = createInteractionStore(database, createFileReferences(database));
    const view = { organisation: localOrganisation, tags: undefined };
    const found = async (words: string) => {
      const { rows } = await store.list(view, { words: termsOf(words) }, { limit: 10, offset: 0 });
      return rows.map((each) => each.uuid);
    };
    expect(await found('"colour is" mauve')).toEqual([uuid]);
    expect(await found('teal')).toEqual([]);
    await tenant.tx((queries) => queries.delete(transcripts, eq(transcripts.interactionUuid, uuid)));
    expect(await found('mauve')).toEqual([]);
  });
});

onPostgres('a backup', ({ emptyPlace }) => {
  test('a backup of SQLite restores into PostgreSQL and the other way round', async () => {
    await backUpUnderFire({ dataDir: temporaryFolder() }, await emptyPlace());
    await backUpUnderFire(await emptyPlace(), { dataDir: temporaryFolder() });
  });

  test('a restore is rejected by a database with tables or with a running server', async () => {
    const data = await openData(await emptyPlace());
    await addCall(data);
    const path = archive();
    await backUpOf(data, path);
    const taken = { databaseUrl: data.databaseUrl as string, dataDir: temporaryFolder() };
    await expect(restoreTo(taken, path, { replace: true })).rejects.toMatchObject({ code: 'not_empty' });
    expect(await dataBeside(taken).isInUse()).toBe(true);
    const again = await emptyPlace();
    expect(await dataBeside(again).isInUse()).toBe(false);
    await restoreTo(again, path);
    const copy = await openData(again);
    expect(await checkInvariants(copy.database)).toEqual({ calls: 1, events: 3 });
    await addCall(copy);
    expect(await checkInvariants(copy.database)).toEqual({ calls: 2, events: 6 });
  });
});

describe('a backup', () => {
  test('restores running campaigns as paused', async () => {
    const data = await openData();
    const flow = {
      kind: 'outbound' as const,
      name: 'n',
      status: 'active' as const,
      provider: 'p',
      speaker: 's',
      languageCode: 'en',
      phoneNumber: null,
      phoneKey: null,
      config: { text: 'Grüße' },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    await data.tenant.tx((queries) =>
      queries.insert(data.tenant.tables.flows, [
        { ...flow, uuid: 'a' },
        { ...flow, uuid: 'b', kind: 'inbound' },
      ]),
    );
    const path = archive();
    await backUpOf(data, path);
    const dataDir = temporaryFolder();
    expect((await restoreTo({ dataDir }, path)).paused).toBe(1);
    const { database } = await openData({ dataDir });
    const flows = await database.system.read.select().from(database.tables.flows);
    expect(flows.map(({ status }) => status).sort()).toEqual(['active', 'paused']);
    expect(flows[0]?.config).toEqual({ text: 'Grüße' });
  });

  test('that was modified, truncated, extended or made by a newer version is rejected before anything changes', async () => {
    const data = await openData();
    await addDocument(data, 'x'.repeat(10_000));
    const path = archive();
    await backUpOf(data, path);
    const whole = readFileSync(path);
    const dataDir = temporaryFolder();
    const refused = async (what: string, code: string, bytes: Uint8Array) => {
      const broken = archive();
      writeFileSync(broken, bytes);
      await expect(restoreTo({ dataDir }, broken), what).rejects.toMatchObject({ code });
      expect(readdirSync(dataDir), what).toEqual([]);
    };
    const altered = Buffer.from(whole);
    altered[altered.indexOf('xxxxxxxx') + 5_000] = 0x79;
    await refused('altered', 'backup_unreadable', altered);
    await refused('cut', 'backup_unreadable', whole.subarray(0, whole.length - 3000));
    await refused('empty', 'backup_unreadable', Buffer.alloc(0));
    await refused('noise', 'backup_unreadable', Buffer.alloc(5000, 'noise'));
    const others = pack();
    others.entry({ name: '../../evil' }, 'x');
    others.finalize();
    await refused('foreign names', 'backup_unreadable', await buffer(others));
    const newer = Buffer.from(whole.toString('latin1').replace('0072_baseline', '0072_bAseline'), 'latin1');
    await refused('altered description', 'backup_unreadable', newer);
    const missing = sqliteTarget({ dataDir, migrationsDir });
    const older = { ...missing, migrations: missing.migrations.slice(0, -1) };
    const options = { path, dataDir, target: older, replace: false, isInUse: async () => false };
    const trying = restore({ ...options, now: () => new Date(), onStep: () => {} });
    await expect(trying).rejects.toMatchObject({ code: 'backup_newer' });
  });

  test('is rejected if there is data or a server; --replace moves the data aside', async () => {
    const data = await openData();
    await addCall(data);
    const path = archive();
    await backUpOf(data, path);
    const there = await openData();
    const document = await addDocument(there, 'of before');
    await there.close();
    await expect(restoreTo(there, path)).rejects.toMatchObject({ code: 'not_empty' });
    await expect(restoreTo(there, path, { replace: true, inUse: true })).rejects.toMatchObject({
      code: 'in_use',
    });
    const { replaced } = await restoreTo(there, path, { replace: true });
    const after = await openData({ dataDir: there.dataDir });
    expect(await checkInvariants(after.database)).toEqual({ calls: 1, events: 3 });
    await addCall(after);
    expect(await checkInvariants(after.database)).toEqual({ calls: 2, events: 6 });
    const before = await openData({ dataDir: replaced as string });
    expect(await before.documents.file(owner, document.uuid)).toBeDefined();
    await expect(backUpOf(data, path)).rejects.toMatchObject({ code: 'out_unusable' });
    await expect(backUpOf(data, '/nowhere/at/all.tar')).rejects.toMatchObject({ code: 'out_unusable' });
  });

  test('is made and restored on the command line', async () => {
    const data = await openData();
    await addCall(data);
    const path = archive();
    const dataDir = temporaryFolder();
    expect(await main(['backup', path, '--json'], { DATA_DIR: data.dataDir })).toBe(0);
    expect(await main(['restore', path, '--json'], { DATA_DIR: data.dataDir })).toBe(1);
    expect(await main(['restore', path, '--json'], { DATA_DIR: dataDir })).toBe(0);
    expect(existsSync(join(dataDir, 'parley.db'))).toBe(true);
    expect(await main(['backup'], { DATA_DIR: dataDir })).toBe(2);
    expect(await main(['backup', archive()], { DATA_DIR: temporaryFolder() })).toBe(1);
    truncateSync(path, 700);
    expect(await main(['restore', path], { DATA_DIR: temporaryFolder() })).toBe(1);
  });
});
