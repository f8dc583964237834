/** A runner in a separate process, to be killed or suspended; its handlers write effects to the same database. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../src/data/index.ts';
import { createJobs, type Job } from '../../src/jobs/index.ts';
import { createLog } from '../../src/log.ts';
import type { WorkerOptions } from './jobs-node.ts';
import { addEffect } from './jobs-store.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions;
// The parent process has exited.
process.on('disconnect', () => process.exit(0));

const database: Database = await openDatabase(options);
const owner = await database.ownerLock();
const jobs = createJobs(database, {
  log: createLog({ level: 'silent' }),
  owner,
  now: () => new Date(),
  nowMs: () => performance.now(),
  leaseMs: options.leaseMs,
  concurrency: options.concurrency,
});

/** With fencing or, without it, as an unchecked transaction. */
const effect = (job: Job, what: string): Promise<unknown> => {
  const write = { job: job.uuid, what, attempt: job.attempt };
  if (options.fenced) return job.step(what, (queries) => addEffect(queries, write));
  return database.system.tx((queries) => addEffect(queries, write));
};

async function handle(job: Job): Promise<void> {
  await effect(job, 'first');
  for (let part = 0; part < options.parts; part++) {
    await pause(options.partMs * (0.5 + Math.random()));
    if (options.parts > 1) await effect(job, `part ${part}`);
  }
  if (!options.fenced) return void (await effect(job, 'last'));
  await job.complete((queries) => addEffect(queries, { job: job.uuid, what: 'last', attempt: job.attempt }));
}

jobs.handle('trial', handle, {
  concurrency: options.concurrency,
  ...(options.everywhere === undefined ? {} : { everywhere: options.everywhere }),
});
jobs.start();
process.send?.(owner.id);
