import { invariant } from '../../media/kit/invariant.ts';
import type { Database, Queries } from '../data/index.ts';
import { eachApart } from '../each-apart.ts';
import type { Log } from '../log.ts';
import { createAttempts, type Kind } from './attempts.ts';
import { createClaimLoop } from './claim-loop.ts';
import { createDueJobs } from './due-jobs.ts';
import type { Handler, KindOptions } from './job.ts';
import { createJobLeases } from './leases.ts';
import { createRoundTimer } from './round-timer.ts';
import type { JobStore } from './store.ts';

/** Heartbeats per lease, and checks of other owners' heartbeats per lease. */
const beatsPerLease = 6;

export interface RunnerOptions {
  readonly database: Database;
  readonly store: JobStore;
  readonly log: Log;
  /** The unique name of this runner, and whether the process of another runner is known to be dead. */
  readonly owner: { readonly id: string; isAlive(owner: string): boolean | Promise<boolean> };
  /** The file store of this server; it skips jobs with files in another store. It runs all jobs if null or absent. */
  readonly place?: string | null;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** 0 to 1. */
  readonly random?: () => number;
  /** Runs `work` after a delay. Returns a function that cancels it. */
  readonly after?: (ms: number, work: () => void) => () => void;
  /** A job is taken from an owner without a heartbeat for this long. */
  readonly leaseMs?: number;
  /** Milliseconds between checks for due and abandoned jobs; a sixth of the lease by default. */
  readonly beatMs?: number;
  /** Running at once in this process. */
  readonly concurrency?: number;
}

const retryAfterMs = 1000;
const longestPeriodMs = 86_400_000;

const never = Number.POSITIVE_INFINITY;
const ofEveryKind = {
  concurrency: 1,
  everywhere: never,
  ofOrganisation: never,
  timeLimitMs: 600_000,
  everyMs: never,
  onUnfinished: async (): Promise<void> => {},
};

function afterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

export function createRunner(options: RunnerOptions) {
  const { database, store, log, owner, now, nowMs } = options;
  const { random = Math.random, after = afterTimeout, leaseMs = 30_000, concurrency = 16, place = null } = options;
  // Every statement here limits its rows explicitly and checks their state; a claim takes a lock.
  const tx = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => database.system.tx(work, { asIfAlone: false });
  const beatMs = options.beatMs ?? leaseMs / beatsPerLease;
  const kinds = new Map<string, Kind>();
  const attempts = createAttempts({ database, store, log, kinds, now, nowMs, random, after, onEnd });
  const owned = { store, tx, kinds, attempts, now };
  const claims = createClaimLoop({ ...owned, owner: owner.id, place, concurrency, onTrouble: troubled, onDone });
  const leases = createJobLeases({ ...options, tx, attempts, leaseMs, isClaiming: () => claims.isClaiming });
  const due = createDueJobs({ store, tx, now });
  const timer = createRoundTimer({ nowMs, after, round: () => void nextRound() });
  let state: 'new' | 'open' | 'stopping' | 'closed' = 'new';
  let isFailing = false;
  let rounding: Promise<void> | undefined;

  function troubled(error: unknown): void {
    if (!isFailing) log.error({ err: error }, 'job tick failed; retrying');
    isFailing = true;
    timer.bringForward(retryAfterMs);
  }

  function onDone(): void {
    if (isFailing) log.info('job tick works again');
    isFailing = false;
  }

  function wake(kind: string): void {
    claims.add(kind);
    claims.ring();
  }

  function onEnd(kind: Kind): void {
    // Another job may be waiting for its slot.
    if (Number.isFinite(kind.everywhere) || Number.isFinite(kind.ofOrganisation)) claims.add(kind.name);
    claims.ring();
  }

  function round(): Promise<void> {
    rounding ??= beat()
      .catch(troubled)
      .finally(() => {
        rounding = undefined;
      });
    return rounding;
  }

  async function beat(): Promise<void> {
    timer.restart(beatMs);
    leases.stopOverdue();
    await leases.renew();
    if (state !== 'open') return;
    await leases.takeBack();
    await eachApart(kinds.values(), due.enqueue, {
      log,
      trouble: 'failed to enqueue a periodic job',
      name: ({ name }) => ({ kind: name }),
    });
    const dueAt = await due.promote();
    if (dueAt !== undefined) timer.bringForward(Date.parse(dueAt) - now().getTime());
    // A claim is a transaction, and most ticks find nothing to claim for most kinds.
    for (const name of await store.waitingKinds([...kinds.keys()])) claims.add(name);
    claims.ring();
  }

  /** A round that takes longer than a beat still schedules the next one: otherwise no timer would be set. */
  async function nextRound(): Promise<void> {
    await rounding;
    if (state !== 'closed') await round();
  }

  return {
    handle(name: string, handler: Handler, kindOptions: KindOptions = {}): void {
      invariant(!kinds.has(name), `jobs of kind ${name} have a handler already`);
      invariant(
        kindOptions.everyMs === undefined || kindOptions.everyMs <= longestPeriodMs,
        `${name}: more than a day`,
      );
      kinds.set(name, { ...ofEveryKind, ...kindOptions, name, handler, after: '', tick: Number.NaN });
    },
    start(): void {
      state = 'open';
      claims.start();
      void round();
    },
    wake,
    /** Renews leases, returns abandoned jobs and enqueues due ones. Runs automatically six times per lease. */
    round,
    /** Schedules a round for a job delayed until `at`. */
    dueAt: (at: Date): void => void (state === 'open' && timer.bringForward(at.getTime() - now().getTime())),
    /** Claims no more jobs, lets attempts finish for `graceMs`, then releases those still running. Idempotent. */
    async close({ graceMs }: { readonly graceMs: number }): Promise<void> {
      if (state === 'new') return;
      state = 'stopping';
      await claims.stop();
      const release = await attempts.end(graceMs);
      state = 'closed';
      timer.stop();
      await rounding;
      await release();
    },
  };
}
