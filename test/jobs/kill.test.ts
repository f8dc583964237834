import { describe, expect, test } from 'vitest';
import { freezeUnfenced, freezeWorker, killWorkers } from '../../bench/trials/kill-jobs.ts';
import { onEachDatabase, server } from '../data/databases.ts';

const leaseMs = 1500;

onEachDatabase('workers of the job queue', ({ name }) => {
  test('killed in the middle of their work, ten of them: nothing is lost, and nothing done twice', async () => {
    const where = name === 'postgres' ? server : undefined;
    const { effects } = await killWorkers({ server: where, leaseMs, seed: 1, jobs: 400, kills: 10 });
    expect(effects).toMatchObject({ jobs: 400, done: 400, dead: 0, lost: 0, doubled: 0, late: 0 });
  }, 300_000);
});

describe('workers of the job queue', () => {
  test('one of two stopped for three leases: nothing of it counts afterwards, and the limit of both holds', async () => {
    const { effects } = await freezeWorker({ server: undefined, leaseMs, jobs: 16, fenced: true });
    expect(effects).toMatchObject({ jobs: 16, done: 16, lost: 0, doubled: 0, late: 0 });
    expect(effects.mostRunning).toBeLessThanOrEqual(4);
  }, 120_000);

  test('without the token the same is seen to fail', async () => {
    const { effects } = await freezeUnfenced({ server: undefined, leaseMs, jobs: 16 });
    expect(effects.doubled + effects.late).toBeGreaterThan(0);
  }, 120_000);
});
