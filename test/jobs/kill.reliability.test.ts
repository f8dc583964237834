import { expect, test } from 'vitest';
import type * as trial from '../../bench/trials/kill-jobs.ts';
import { onEachDatabase } from '../data/databases.ts';
import { server } from '../data/postgres-server.ts';

/** As it was built: from its source each worker would translate the queue anew. */
const built = new URL('../../dist/bench/trials/kill-jobs.js', import.meta.url);
const { freezeUnfenced, freezeWorker, killWorkers }: typeof trial = await import(built.href);

const leaseMs = 900;

onEachDatabase('workers of the job queue', ({ name }) => {
  const where = name === 'postgres' ? server : undefined;

  test('killed workers lose nothing and do nothing twice', async () => {
    const killed = await killWorkers({ server: where, leaseMs, seed: 1, jobs: 90, kills: 2 });
    const { jobs, ...effects } = killed.effects;
    expect(effects).toMatchObject({ done: jobs, dead: 0, lost: 0, doubled: 0, late: 0 });
    expect(killed.interrupted).toBeGreaterThanOrEqual(2);
    expect(Math.min(...killed.last.held)).toBeGreaterThan(0);
  }, 300_000);

  test.concurrent('a worker stopped for three leases changes nothing afterwards, and the limit of both holds', async () => {
    const { effects } = await freezeWorker({ server: where, leaseMs, jobs: 16, fenced: true });
    expect(effects).toMatchObject({ jobs: 16, done: 16, lost: 0, doubled: 0, late: 0 });
    expect(effects.mostRunning).toBeLessThanOrEqual(4);
  });

  test.concurrent('the test detects a missing token check', async () => {
    const { effects } = await freezeUnfenced({ server: where, leaseMs, jobs: 16 });
    expect(effects.doubled + effects.late).toBeGreaterThan(0);
  });
});
