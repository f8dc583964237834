import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPeopleModule } from '../../src/app/people/people-module.ts';
import { type Database, openDatabase } from '../../src/data/index.ts';
import { createCallEnded } from '../../src/features/calls/calls/index.ts';
import { createFileReferences } from '../../src/files/index.ts';
import { createLocalFiles } from '../../src/files/local-files.ts';
import { createLog } from '../../src/log.ts';
import { createSealer } from '../../src/secrets/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { openNode, tenantA, until } from '../jobs/queue-test.ts';

const log = createLog({ level: 'silent' });
const batchRows = 20;
const rows = 2.4 * batchRows;
const viewer = { organisationId: tenantA, userUuid: randomUUID() };

const table = (round: number): string => {
  const people = Array.from(
    { length: rows },
    (_, index) => `+1${200 + round}${String(2_000_000 + index)},N:${index % 3}`,
  );
  return ['phone,tags', ...people, people[0]].join('\n');
};

onEachDatabase('an import and its rows', ({ place: newPlace }) => {
  test('an import interrupted in any batch is completed by its successor, and counts nothing twice', async () => {
    const place = await newPlace();
    const database = await openAt(place);
    const open = (on: Database, dead?: ReadonlySet<string>) => {
      let people = undefined as unknown as ReturnType<typeof openPeopleModule>;
      const node = openNode(on, {
        ...(dead === undefined ? {} : { dead }),
        define(jobs) {
          const references = createFileReferences(on);
          const owner = { id: randomUUID(), isAlive: async () => true };
          const dir = join(place.dataDir, 'files');
          const files = createLocalFiles({ dir, owner, hasRoom: () => true, heldAmong: references.heldAmong });
          people = openPeopleModule({
            config: { mostContacts: Number.POSITIVE_INFINITY },
            batchRows,
            database: on,
            jobs,
            files,
            references,
            callEnded: createCallEnded(),
            log,
            now: () => new Date(),
            sealer: createSealer(undefined),
          });
        },
      });
      return { node, people };
    };
    // Each batch is to be the last one before a crash. A commit that had to be tried again moves the crash: so till all were seen.
    const toSee = new Set([0, batchRows, 2 * batchRows, rows + 1]);
    let commitsToLive = 1;
    for (let round = 2; toSee.size > 0; round++) {
      expect(round).toBeLessThan(100);
      commitsToLive += 1;
      let commits = Number.NEGATIVE_INFINITY;
      let died = false;
      const dying = await openDatabase({
        ...place,
        migrationsDir,
        at(step) {
          if (step === 'commit') commits += 1;
          if (commits < commitsToLive) return;
          died = true;
          throw new Error('dead');
        },
      });
      onTestFinished(() => dying.close());
      const first = open(dying);
      const bytes = (async function* () {
        yield Buffer.from(table(round));
      })();
      const form = async () => ({ mapping: {}, tags: [], dry_run: false });
      const added = await first.people.imports.add(viewer, { name: 'a.csv', bytes, expectedBytes: undefined, form });
      if (added.kind !== 'added') return expect.unreachable(added.kind);
      commits = 0;
      await first.node.round();
      const { jobs } = database.tables;
      const seek = async () =>
        (await database.system.read.select().from(jobs)).find(
          ({ payload }) => (payload as { import_uuid?: string }).import_uuid === added.row.uuid,
        );
      const job = await seek();
      await expect.poll(() => died || seek().then((found) => found === undefined), { timeout: 60_000 }).toBe(true);
      await first.node.jobs.close({ graceMs: 0 });
      const before = await first.people.imports.get(viewer, added.row.uuid).catch(() => undefined);
      const second = open(database, new Set([first.node.id]));
      await second.node.round();
      if (job !== undefined) await until(database, job.uuid, 'done');
      const report = await second.people.imports.get(viewer, added.row.uuid);
      expect(report?.errors).toEqual([]);
      expect(report).toMatchObject({ status: 'completed', rowsDone: rows + 1, created: rows, updated: 1, failed: 0 });
      const { total } = await second.people.contacts.list(viewer, { q: `+1${200 + round}` }, { limit: 1, offset: 0 });
      expect(total).toBe(rows);
      await second.node.jobs.close({ graceMs: 0 });
      // A server has connections for a few of these, not for as many rounds as it takes.
      await dying.close();
      if (!died) commitsToLive = 1;
      else if (before !== undefined) {
        expect([0, batchRows, 2 * batchRows, rows + 1]).toContain(before.rowsDone);
        toSee.delete(before.rowsDone);
      }
    }
  });
});
