import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase, type Queries } from '../../src/data/index.ts';
import type { Job, Jobs } from '../../src/jobs/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { enqueue, gate, openNode, tenantB, until } from './queue-test.ts';

const countEffects = async ({ system, tables: { jobs } }: Database): Promise<string[]> => {
  const rows = await system.read.select({ key: jobs.uniqueKey }).from(jobs).where(eq(jobs.kind, 'effect'));
  return rows.map(({ key }) => key ?? '').sort();
};

onEachDatabase('a job and its effects', ({ place: newPlace }) => {
  test('a job interrupted before any statement is completed by its successor, and nothing happens twice', async () => {
    const place = await newPlace();
    const database = await openAt(place);
    const seen: string[] = [];
    for (let last = 1; ; last++) {
      let steps = Number.NEGATIVE_INFINITY;
      let died = '';
      const dying = await openDatabase({
        ...place,
        migrationsDir,
        at(step) {
          steps += 1;
          if (steps < last) return;
          died ||= step;
          throw new Error('dead');
        },
      });
      onTestFinished(() => dying.close());
      const tried = gate();
      const queued = gate();
      const effect = (what: string) => ({ kind: 'effect', organisationId: tenantB, payload: {}, uniqueKey: what });
      // Of every attempt another key: one alone would hide an effect that is there twice.
      async function handle(jobs: Jobs, job: Job): Promise<void> {
        // PostgreSQL announces the job before the transaction that added it has its answer; that one is to succeed.
        await queued.opened;
        if (job.attempt === 1) steps = 0;
        const add = (what: string) => async (queries: Queries) =>
          void (await jobs.enqueue(queries, effect(`${last} ${what} ${job.attempt}`)));
        await job.step('one', add('one'));
        await job.complete(add('two'));
      }
      const define = (jobs: Jobs): void => jobs.handle('count', (job) => handle(jobs, job).finally(() => tried.open()));
      const first = openNode(dying, { define });
      await first.round();
      const uuid = await enqueue(dying, first);
      queued.open();
      await tried.opened;
      // Two connections of one process to a file would wait for each other.
      await first.jobs.close({ graceMs: 0 });
      const second = openNode(database, { define, dead: new Set([first.id]) });
      await second.round();
      await until(database, uuid, 'done');
      const effects = (await countEffects(database)).filter((key) => key.startsWith(`${last} `));
      expect(effects.map((key) => key.split(' ')[1])).toEqual(['one', 'two']);
      await dying.close();
      if (died === '') break;
      seen.push(died);
      await second.jobs.close({ graceMs: 0 });
    }
    expect(seen.filter((step) => step === 'commit').length).toBeGreaterThanOrEqual(2);
    expect(seen.length).toBeGreaterThan(8);
  });
});
