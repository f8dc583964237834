import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Database,
  forOrganisation,
  isDiskTrouble,
  type OrganisationId,
  openDatabase,
  type TenantDatabase,
} from '../../src/data/index.ts';
import { createCallStore, type NewCall } from '../../src/features/calls/store.ts';

let folder = '';
let database: Database;
let ours: TenantDatabase;
let theirs: TenantDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tenant-'));
  database = await openDatabase({
    dataDir: folder,
    migrationsDir: join(import.meta.dirname, '..', '..', 'migrations'),
  });
  ours = forOrganisation(database, 'ours' as OrganisationId);
  theirs = forOrganisation(database, 'theirs' as OrganisationId);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const own = { owner: 'this', leaseUntil: () => '2026-01-01T00:00:30.000Z' };

const call = (uuid: string, providerCallId: string | null = null): NewCall => ({
  uuid,
  flowUuid: 'f',
  callType: 'inbound',
  dialect: 'telephony_a',
  status: 'ringing',
  fromNumber: '+1',
  toNumber: '+2',
  providerCallId,
  createdAt: '2026-01-01T00:00:00.000Z',
});

describe('tenancy', () => {
  test('a query needs an organisation', () => {
    expect(() => forOrganisation(database, '' as OrganisationId)).toThrow();
  });

  test('what forgets whose rows it is about does not compile', () => {
    const wrong = [
      // @ts-expect-error no organisation
      () => forOrganisation(database),
      // @ts-expect-error any text is no organisation
      () => forOrganisation(database, 'ours'),
      // @ts-expect-error the whole database is no organisation's
      () => createCallStore(database, own),
      // @ts-expect-error the database has no queries but by its system path
      () => database.read,
      // @ts-expect-error the organisation is the tenant's to fill in
      () => ours.tx((queries) => queries.insert(ours.tables.calls, [{ ...call('x'), organisationId: 'theirs' }])),
      // @ts-expect-error a table that belongs to no organisation
      () => ours.read.select(sqliteTable('t', { uuid: text('uuid') })),
      // @ts-expect-error transactions are begun by tx
      () => ours.read.system.transaction(async () => {}),
    ];
    expect(wrong).toHaveLength(7);
  });

  test('rows of another organisation are neither read, counted nor changed', async () => {
    await createCallStore(ours, own).findOrAdd(call('one', 'p'));
    const other = createCallStore(theirs, own);
    expect(await other.get('one')).toBeUndefined();
    expect((await other.list({}, { limit: 10, offset: 0 })).total).toBe(0);
    expect(await other.open()).toEqual([]);
    expect(await other.findByProvider('telephony_a', 'p')).toBeUndefined();
    expect(await other.requestEnd('one', 'mine')).toBe(false);
    const event = { type: 'ended', atMs: 1, reason: 'operator', wallMs: 1 } as const;
    expect(await other.append([{ callUuid: 'one', event, recordedAt: 'now' }])).toEqual({
      unknown: 1,
      fenced: 0,
    });
    expect((await createCallStore(ours, own).get('one'))?.status).toBe('ringing');
  });

  test('the same call of a provider is one call for each organisation', async () => {
    const first = await createCallStore(ours, own).findOrAdd(call('one', 'p'));
    const again = await createCallStore(ours, own).findOrAdd(call('two', 'p'));
    const other = await createCallStore(theirs, own).findOrAdd(call('three', 'p'));
    expect([first.added, again.added, other.added]).toEqual([true, false, true]);
    expect(again.call.uuid).toBe('one');
  });

  test('an update reaches no further than its own rows', async () => {
    await createCallStore(ours, own).findOrAdd(call('one'));
    await createCallStore(theirs, own).findOrAdd(call('two'));
    const changed = await ours.tx((queries) =>
      queries.update(ours.tables.calls, { outcome: 'failed' }, eq(ours.tables.calls.dialect, 'telephony_a')),
    );
    expect(changed).toBe(1);
    expect((await createCallStore(theirs, own).get('two'))?.outcome).toBeNull();
  });
});

describe('transactions', () => {
  test('what throws leaves nothing, and the next one works', async () => {
    const boom = ours.tx(async (queries) => {
      await queries.insert(database.tables.calls, [{ ...call('one') }]);
      await Promise.resolve();
      throw new Error('boom');
    });
    await expect(boom).rejects.toThrow('boom');
    expect(await createCallStore(ours, own).get('one')).toBeUndefined();
    expect((await createCallStore(ours, own).findOrAdd(call('one'))).added).toBe(true);
  });

  test('one at a time, and readers do not see inside', async () => {
    const order: string[] = [];
    const slow = ours.tx(async (queries) => {
      order.push('slow begins');
      await queries.insert(database.tables.calls, [call('one')]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(await createCallStore(ours, own).get('one')).toBeUndefined();
      order.push('slow ends');
    });
    const quick = ours.tx(async () => void order.push('quick'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['slow begins', 'slow ends', 'quick']);
    expect((await createCallStore(ours, own).get('one'))?.uuid).toBe('one');
  });

  test('nesting is refused instead of waiting for itself', async () => {
    await expect(ours.tx(() => ours.tx(async () => 1))).rejects.toThrow('tx inside tx');
  });

  test('what the database refuses for itself is no trouble of the disk', async () => {
    const twice = ours.tx((queries) => queries.insert(database.tables.flows, [{ uuid: 'f' } as never]));
    const error = await twice.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(isDiskTrouble(error)).toBe(false);
    expect(isDiskTrouble(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))).toBe(true);
    expect(
      isDiskTrouble(new Error('query', { cause: Object.assign(new Error(), { code: 'SQLITE_IOERR_WRITE' }) })),
    ).toBe(true);
  });
});
