import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../../media/emulator/random.ts';
import { type Database, openDatabase } from '../../src/data/index.ts';
import { killNode, openNode, type WorkerNode, type WorkerOptions } from './jobs-node.ts';
import { enqueueMany, withPlace } from './jobs-place.ts';
import { countDone, countEffects, countInTheMiddle, countOpen, type Effects } from './jobs-store.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `kill-jobs: workers of the job queue that are killed and stopped in the middle of their work.
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
  /** Total of jobs claimed by a worker when it was killed. */
  readonly interrupted: number;
  /** State at the last kill. */
  readonly last: { readonly open: number; readonly held: readonly number[] };
  /** Time from the last kill to the last completed job. */
  readonly restMs: number;
  readonly tookMs: number;
}

const workers = 3;
const patienceMs = 120_000;

/**
 * Kills a random worker at evenly spaced numbers of completed jobs and starts another in its place. Waits before each
 * kill until every worker has jobs; if the jobs finish first, enqueues as many more as there are between two kills.
 */
export const killWorkers = ({ server, leaseMs, seed, jobs, kills }: KillOptions): Promise<Killed> =>
  withPlace(server, async (place) => {
    const database = await openDatabase(place);
    await enqueueMany(database, jobs);
    const part = Math.ceil(jobs / (kills + 1));
    const asked: WorkerOptions = { ...place, leaseMs, concurrency: 8, parts: 1, partMs: 240, fenced: true };
    const random = createRandom(seed);
    const nodes = await Promise.all(Array.from({ length: workers }, () => openNode(asked)));
    const beganMs = performance.now();
    let interrupted = 0;
    let last: Killed['last'] = { open: 0, held: [] };
    try {
      for (let kill = 1; kill <= kills; kill++) {
        await reached(database, Math.min(kill * part, jobs));
        last = await allBusy(database, nodes, part);
        const victim = Math.floor(random() * workers);
        await killNode(nodes[victim]!);
        interrupted += last.held[victim]!;
        if (kill < kills) nodes[victim] = await openNode(asked);
      }
      const lastMs = performance.now();
      await until(async () => (await countOpen(database)).open === 0);
      const restMs = Math.round(performance.now() - lastMs);
      const tookMs = Math.round(performance.now() - beganMs);
      const effects = await countEffects(database);
      return { dialect: database.dialect, kills, effects, interrupted, last, restMs, tookMs };
    } finally {
      for (const node of nodes) await killNode(node);
      await database.close();
    }
  });

/** Waits until each of these workers has jobs and at least `least` are open. */
async function allBusy(database: Database, nodes: readonly WorkerNode[], least: number): Promise<Killed['last']> {
  let seen: Killed['last'] = { open: 0, held: [0] };
  await until(async () => {
    const { open, held } = await countOpen(database);
    if (open < least) await enqueueMany(database, least);
    seen = { open, held: nodes.map(({ owner }) => held.get(owner) ?? 0) };
    return open >= least && seen.held.every((count) => count > 0);
  });
  return seen;
}

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

/** Suspends one of two workers for three leases in the middle of its jobs. */
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
      await until(async () => (await countInTheMiddle(database, nodes[0]!.owner)) > 0);
      nodes[0]!.child.kill('SIGSTOP');
      await pause(leaseMs * 3);
      nodes[0]!.child.kill('SIGCONT');
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
 * Repeats the trial without fencing until it fails: a worker suspended inside an SQLite transaction blocks all writers,
 * so nothing can go wrong in that time.
 */
export async function freezeUnfenced(ask: Omit<Parameters<typeof freezeWorker>[0], 'fenced'>): Promise<Frozen> {
  let frozen = await freezeWorker({ ...ask, fenced: false });
  for (let tried = 1; tried < controlTries && isUnharmed(frozen); tried++)
    frozen = await freezeWorker({ ...ask, fenced: false });
  return frozen;
}

const isUnharmed = ({ effects }: Frozen): boolean => effects.doubled + effects.late === 0;

export function killVerdicts(killed: Killed, leaseMs: number, seed: number): Verdict[] {
  const { dialect, kills, effects, interrupted, last, restMs } = killed;
  const name = `R-1 SIGKILL of ${kills} workers over ${effects.jobs} jobs, ${dialect}`;
  const whole = effects.done === effects.jobs && effects.lost === 0 && effects.doubled === 0;
  return [
    {
      test: `${name}: not done, effects lost, doubled; jobs that were running when their worker was killed`,
      figure: `${effects.jobs - effects.done}, ${effects.lost}, ${effects.doubled}; ${interrupted}`,
      limit: '0, 0, 0; one a kill',
      outcome: judged(whole && interrupted >= kills),
      seed,
    },
    {
      test: `${name}: from the last kill to the last job; jobs that were left then, running on each worker`,
      figure: `${restMs} ms; ${last.open}, ${last.held.join(' + ')}`,
      limit: `${leaseMs + 2000} ms; some`,
      outcome: judged(restMs <= leaseMs + 2000 && last.held.every((count) => count > 0)),
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
