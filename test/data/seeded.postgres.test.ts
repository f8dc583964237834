import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loggedCall, seed } from '../../bench/api/seed.ts';
import type { Database } from '../../src/data/index.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { onPostgres, openAt } from './databases.ts';

const withoutId = ({ id: _, ...row }: { id: number }) => row;

onPostgres('what the benchmark of the control plane asks for', ({ place }) => {
  test('the seed is the same in both databases', async () => {
    const read = async (database: Database) => {
      const { calls, callEvents, interactions } = database.tables;
      const now = new Date('2026-05-01T10:00:00.123Z');
      await seed(database, { calls: 300, userUuid: 'u', owner: 'o', now, withInteractions: true });
      const { read: queries } = database.system;
      return {
        calls: await queries.select().from(calls).orderBy(asc(calls.uuid)),
        events: await queries.select().from(callEvents).orderBy(asc(callEvents.callUuid), asc(callEvents.seq)),
        conversations: (await queries.select().from(interactions).orderBy(asc(interactions.uuid))).map(withoutId),
      };
    };
    const sqlite = await read(await openAt({ dataDir: temporaryFolder() }));
    const postgres = await read(await openAt(await place()));
    expect(postgres).toEqual(sqlite);
    expect([sqlite.calls.length, sqlite.events.length, sqlite.conversations.length]).toEqual([300, 5 * 30, 300 - 24]);
    expect(sqlite.events.map(({ callUuid }) => callUuid)).toContain(loggedCall(4));
  });
});
