import { describe, expect, test } from 'vitest';
import { freezeWorker, killWorkers } from '../../bench/trials/kill-jobs.ts';

const leaseMs = 1500;

describe('workers of the job queue', () => {
  test('ten of them killed in the middle of their work: nothing is lost, and nothing done twice', async () => {
    const { effects } = await killWorkers({ leaseMs, seed: 1, jobs: 400, kills: 10 });
    expect(effects).toMatchObject({ jobs: 400, done: 400, dead: 0, lost: 0, doubled: 0, late: 0 });
  }, 120_000);

  test('one of two stopped for three leases: nothing of it counts afterwards, and the limit of both holds', async () => {
    const { effects } = await freezeWorker({ leaseMs, jobs: 16, fenced: true });
    expect(effects).toMatchObject({ jobs: 16, done: 16, lost: 0, doubled: 0, late: 0 });
    expect(effects.mostRunning).toBeLessThanOrEqual(4);
  }, 120_000);

  test('without the token the same is seen to fail', async () => {
    const { effects } = await freezeWorker({ leaseMs, jobs: 16, fenced: false });
    expect(effects.doubled + effects.late).toBeGreaterThan(0);
  }, 120_000);
});
