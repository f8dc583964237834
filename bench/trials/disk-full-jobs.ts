import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, sqliteVerdict } from '../../src/data/index.ts';
import { killNode, openNode } from './jobs-node.ts';
import { enqueueMany, preparePlace } from './jobs-place.ts';
import { countDone, countEffects, type Effects } from './jobs-store.ts';
import { fill, noDisk, onSmallDisk } from './small-disk.ts';
import { judged, type Verdict } from './verdict.ts';

export interface JobsOutcome {
  readonly effects: Effects;
  /** Jobs done by the time that nothing more could be written. */
  readonly doneAtFull: number;
  /** Time from free space to the next completed job, and to the last. */
  readonly resumedMs: number;
  readonly restMs: number;
  readonly integrity: string;
}

const sizeMb = 64;
const jobs = 600;
/** Same as the server's lease. */
const leaseMs = 30_000;
const fullMs = 6000;
const patienceMs = 120_000;
const maxResumeMs = 5000;

/** Runs two workers of the job queue on a disk that is full for a while. Undefined if no small disk can be mounted. */
export const fillUnderJobs = (): Promise<JobsOutcome | undefined> =>
  onSmallDisk(sizeMb, async (disk) => {
    const dataDir = join(disk, 'data');
    await mkdir(dataDir);
    const place = await preparePlace(dataDir);
    const filler = join(disk, 'filler');
    const database = await openDatabase(place);
    await enqueueMany(database, jobs);
    await database.checkpoint();
    const asked = { ...place, leaseMs, concurrency: 8, parts: 1, partMs: 150, fenced: true };
    const nodes = await Promise.all([openNode(asked), openNode(asked)]);
    const reached = async (done: number): Promise<void> => {
      const giveUpAt = performance.now() + patienceMs;
      while ((await countDone(database)) < done && performance.now() < giveUpAt) await pause(10);
    };
    let effects: Effects;
    let figures: Pick<JobsOutcome, 'doneAtFull' | 'resumedMs' | 'restMs'>;
    try {
      await reached(20);
      await fill(filler, (free) => free > 0);
      // Space allocated before may still be written to.
      let doneAtFull = -1;
      for (let seen = await countDone(database); seen !== doneAtFull; seen = await countDone(database)) {
        doneAtFull = seen;
        await pause(fullMs);
      }
      await rm(filler);
      const roomMs = performance.now();
      await reached(doneAtFull + 1);
      const resumedMs = Math.round(performance.now() - roomMs);
      await reached(jobs);
      figures = { doneAtFull, resumedMs, restMs: Math.round(performance.now() - roomMs) };
      effects = await countEffects(database);
    } finally {
      await Promise.all(nodes.map(killNode));
      await database.close();
    }
    return { effects, ...figures, integrity: sqliteVerdict(join(dataDir, 'parley.db')) };
  });

export function jobsVerdict(outcome: JobsOutcome | undefined): Verdict {
  const test = `R-5 two workers of the job queue on a full disk, ${jobs} jobs, sqlite`;
  const limit = `some left when it is full; none lost, no effect lost or doubled; the next one done within ${maxResumeMs} ms, the last within half a lease; database whole`;
  if (outcome === undefined) return { test, figure: noDisk, limit, outcome: 'skip' };
  const { effects, doneAtFull, resumedMs, restMs, integrity } = outcome;
  const isWhole = effects.done === effects.jobs && effects.lost + effects.doubled + effects.late === 0;
  const figure = `${effects.jobs - doneAtFull} left; not done ${effects.jobs - effects.done}, lost ${effects.lost}, doubled ${effects.doubled}; ${resumedMs} ms, the last ${restMs} ms; database ${integrity}`;
  const isRight =
    doneAtFull < jobs && isWhole && resumedMs <= maxResumeMs && restMs <= leaseMs / 2 && integrity === 'ok';
  return { test, figure, limit, outcome: judged(isRight) };
}
