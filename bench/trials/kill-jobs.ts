import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../../media/emulator/random.ts';
import { type Database, openDatabase } from '../../src/data/index.ts';
import { killNode, openNode, type WorkerOptions } from './jobs-node.ts';
import { enqueueMany, withPlace } from './jobs-place.ts';
import { countDone, countEffects, countInTheMiddle, type Effects } from './jobs-store.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `kill:jobs: workers of the job queue that are killed and stopped in the middle of their work.
  --jobs N         (default 5000)
  --kills N        of random workers (default 100)
  --frozen-jobs N  with one of two workers stopped for three leases (default 80)
  --lease-ms N     (default 3000)
  --seed N         (default 1)
  --postgres URL   a server on which a database may be made; without one SQLite alone
  --out FILE       (default bench/results/kill-jobs.json)
`;

const options = {
  jobs: { type: 'string', default: '5000' },
  kills: { type: 'string', default: '100' },
  'frozen-jobs': { type: 'string', default: '80' },
  'lease-ms': { type: 'string', default: '3000' },
  seed: { type: 'string', default: '1' },
  postgres: { type: 'string' },
  out: { type: 'string', default: 'bench/results/kill-jobs.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  const seed = Number(values.seed);
  const leaseMs = Number(values['lease-ms']);
  const verdicts: Verdict[] = [];
  const measured: object[] = [];
  for (const server of [undefined, ...(values.postgres === undefined ? [] : [values.postgres])]) {
    const kill = { server, leaseMs, seed, jobs: Number(values.jobs), kills: Number(values.kills) };
    const killed = await killWorkers(kill);
    const frozen = await freezeWorker({ server, leaseMs, jobs: Number(values['frozen-jobs']), fenced: true });
    const open = await freezeUnfenced({ server, leaseMs, jobs: Number(values['frozen-jobs']) });
    measured.push({ killed, frozen, open });
    verdicts.push(...killVerdicts(killed, leaseMs, seed), ...freezeVerdicts(frozen, open));
  }
  return conclude(values.out, verdicts, { runs: measured });
}

interface KillOptions {
  readonly server: string | undefined;
  readonly leaseMs: number;
  readonly seed: number;
  readonly jobs: number;
  readonly kills: number;
}

export interface Killed {
  readonly dialect: string;
  readonly kills: number;
  readonly effects: Effects;
  /** From the last kill to the last job done. */
  readonly restMs: number;
  readonly tookMs: number;
}

const workers = 3;
const patienceMs = 120_000;

/** Kills a random worker at every equal part of the jobs done, and starts another in its place. */
export const killWorkers = ({ server, leaseMs, seed, jobs, kills }: KillOptions): Promise<Killed> =>
  withPlace(server, async (place) => {
    const database = await openDatabase(place);
    await enqueueMany(database, jobs);
    const asked: WorkerOptions = { ...place, leaseMs, concurrency: 8, parts: 1, partMs: 60, fenced: true };
    const random = createRandom(seed);
    const nodes = Array.from({ length: workers }, () => openNode(asked));
    await Promise.all(nodes);
    const beganMs = performance.now();
    try {
      for (let kill = 1; kill <= kills; kill++) {
        await reached(database, Math.floor((jobs * kill) / (kills + 1)));
        const victim = Math.floor(random() * workers);
        await killNode(await nodes[victim]!);
        nodes[victim] = openNode(asked);
      }
      const lastMs = performance.now();
      await reached(database, jobs);
      const restMs = Math.round(performance.now() - lastMs);
      const tookMs = Math.round(performance.now() - beganMs);
      return { dialect: database.dialect, kills, effects: await countEffects(database), restMs, tookMs };
    } finally {
      for (const node of nodes) await killNode(await node);
      await database.close();
    }
  });

const reached = (database: Database, done: number): Promise<void> =>
  until(async () => (await countDone(database)) >= done);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isSo()) && performance.now() < giveUpAt) await pause(15);
}

export interface Frozen {
  readonly dialect: string;
  readonly effects: Effects;
}

const cap = 4;

/** Stops one of two workers for three leases in the middle of its jobs. */
export const freezeWorker = (ask: {
  readonly server: string | undefined;
  readonly leaseMs: number;
  readonly jobs: number;
  readonly fenced: boolean;
}): Promise<Frozen> =>
  withPlace(ask.server, async (place) => {
    const { leaseMs, jobs, fenced } = ask;
    const database = await openDatabase(place);
    await enqueueMany(database, jobs);
    const shape = { parts: 12, partMs: leaseMs / 24, fenced, everywhere: cap, concurrency: 3 };
    const nodes = await Promise.all([0, 1].map(() => openNode({ ...place, leaseMs, ...shape })));
    try {
      // More than one worker may have at a time: each has one of these.
      await until(async () => (await countInTheMiddle(database)) >= cap);
      nodes[0]!.kill('SIGSTOP');
      await pause(leaseMs * 3);
      nodes[0]!.kill('SIGCONT');
      await reached(database, jobs);
      await pause(leaseMs / 2);
      return { dialect: database.dialect, effects: await countEffects(database) };
    } finally {
      await Promise.all(nodes.map(killNode));
      await database.close();
    }
  });

const controlTries = 5;

/**
 * The same without the token, until it is seen to fail: a worker that happens to be stopped inside a transaction of
 * SQLite keeps everyone from writing, so that nothing can go wrong meanwhile.
 */
export async function freezeUnfenced(ask: Omit<Parameters<typeof freezeWorker>[0], 'fenced'>): Promise<Frozen> {
  let frozen = await freezeWorker({ ...ask, fenced: false });
  for (let tried = 1; tried < controlTries && isUnharmed(frozen); tried++)
    frozen = await freezeWorker({ ...ask, fenced: false });
  return frozen;
}

const isUnharmed = ({ effects }: Frozen): boolean => effects.doubled + effects.late === 0;

export function killVerdicts({ dialect, kills, effects, restMs }: Killed, leaseMs: number, seed: number): Verdict[] {
  const name = `R-1 SIGKILL of ${kills} workers over ${effects.jobs} jobs, ${dialect}`;
  const whole = effects.done === effects.jobs && effects.lost === 0 && effects.doubled === 0;
  return [
    {
      test: `${name}: not done, effects lost, doubled`,
      figure: `${effects.jobs - effects.done}, ${effects.lost}, ${effects.doubled}`,
      limit: '0, 0, 0',
      outcome: judged(whole),
      seed,
    },
    {
      test: `${name}: from the last kill to the last job`,
      figure: `${restMs} ms`,
      limit: `${leaseMs + 2000} ms`,
      outcome: judged(restMs <= leaseMs + 2000),
      seed,
    },
  ];
}

export function freezeVerdicts({ dialect, effects }: Frozen, open: Frozen): Verdict[] {
  const name = `R-3 one of two workers stopped for three leases, ${dialect}`;
  const whole = effects.done === effects.jobs && effects.lost + effects.doubled + effects.late === 0;
  return [
    {
      test: `${name}: not done, effects lost, doubled, written after a later attempt`,
      figure: `${effects.jobs - effects.done}, ${effects.lost}, ${effects.doubled}, ${effects.late}`,
      limit: '0, 0, 0, 0',
      outcome: judged(whole),
    },
    {
      test: `${name}: most running at once`,
      figure: `${effects.mostRunning}`,
      limit: `${cap}`,
      outcome: judged(effects.mostRunning <= cap),
    },
    {
      test: `${name}, without the token: doubled or late, which this must see`,
      figure: `${open.effects.doubled}, ${open.effects.late}`,
      limit: 'some',
      outcome: judged(open.effects.doubled + open.effects.late > 0),
    },
  ];
}
