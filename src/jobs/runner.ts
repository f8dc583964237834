import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Queries } from '../data/index.ts';
import type { Log } from '../log.ts';
import { backoffMs, endingOf } from './ending.ts';
import { type Handler, type JobRow, JobStop, type KindOptions } from './job.ts';
import { beatsPerLease, createLeaseWatch, type Sight } from './lease-watch.ts';
import { createRunningJob, type RunningJob } from './running-job.ts';
import type { JobStore } from './store.ts';

export interface RunnerOptions {
  readonly database: Database;
  readonly store: JobStore;
  readonly log: Log;
  /** This runner's name, never used again; and whether the process behind another's is known to be dead. */
  readonly owner: { readonly id: string; isAlive(owner: string): boolean | Promise<boolean> };
  readonly now: () => Date;
  /** Of the database, where runners are on several machines: delays are by that one. */
  readonly sharedClock?: () => Promise<Date>;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** Runs `work` after a time; gives what takes that back. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Without a sign of life for so long, a job is taken from its owner. */
  readonly leaseMs: number;
  /** Running at once in this process. */
  readonly concurrency: number;
  /** Of a periodic kind. */
  readonly enqueueTick: (kind: string, tick: number) => Promise<void>;
}

interface Kind extends Required<KindOptions> {
  readonly name: string;
  readonly handler: Handler;
  /** The organisation whose turn was last. */
  after: string;
  tick: number;
}

export type Runner = ReturnType<typeof createRunner>;

const stopWaitMs = 1000;
const longestPeriodMs = 86_400_000;

export function createRunner(options: RunnerOptions) {
  const { database, store, log, owner, nowMs, leaseMs, after } = options;
  // Every statement here says which rows it is about and in which state; a claim holds a lock.
  const tx = <T>(work: (queries: Queries) => Promise<T>): Promise<T> => database.system.tx(work, { asIfAlone: false });
  const beatMs = leaseMs / beatsPerLease;
  // A job that is enqueued in a transaction may set the timer; what the timer does is no part of it.
  const outside = AsyncLocalStorage.snapshot();
  const watch = createLeaseWatch(leaseMs);
  const kinds = new Map<string, Kind>();
  const held = new Set<RunningJob>();
  const runs = new Set<Promise<void>>();
  /** Kinds that may have waiting jobs. */
  const ready = new Set<string>();
  let ring = (): void => {};
  let state: 'new' | 'open' | 'stopping' = 'new';
  let claiming: Promise<void> = Promise.resolve();
  let rounding: Promise<void> | undefined;
  let disarm = (): void => {};
  let nextRoundMs = Number.POSITIVE_INFINITY;
  let renewedMs = nowMs();
  /** From our monotonic clock to the shared one. */
  let offsetMs: number | undefined;

  const now = (): Date => (offsetMs === undefined ? options.now() : new Date(offsetMs + nowMs()));

  function wake(kind: string): void {
    ready.add(kind);
    ring();
  }

  /** Begun outside of any transaction, so that what wakes it within one does not draw it in. */
  async function claimWhenRung(): Promise<void> {
    while (state === 'open') {
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
      });
      await claimReady().catch((error: unknown) => log.error({ err: error }, 'no jobs could be claimed'));
      await rung;
    }
  }

  async function claimReady(): Promise<void> {
    // What is added behind comes up in the same loop: kinds take turns until nothing waits or no place is free.
    for (const name of ready) {
      if (state !== 'open') return;
      const kind = kinds.get(name);
      const busy = [...held].filter(({ row }) => row.kind === name).length;
      const slots = Math.min((kind?.concurrency ?? 0) - busy, options.concurrency - held.size);
      if (kind === undefined) ready.delete(name);
      if (kind === undefined || slots <= 0) continue;
      ready.delete(name);
      const ask = { kind: name, owner: owner.id, slots, everywhere: kind.everywhere, after: kind.after };
      const claimed = await tx((queries) => store.claim(queries, { ...ask, at: now().toISOString() }));
      kind.after = claimed.after;
      if (claimed.more) ready.add(name);
      for (const row of claimed.jobs) start(kind, row);
    }
  }

  function start(kind: Kind, row: JobRow): void {
    const running = createRunningJob(row, { database, store, nowMs, now });
    held.add(running);
    const run = attempt(kind, running).finally(() => {
      held.delete(running);
      runs.delete(run);
      // Its place may be what another waits for.
      if (Number.isFinite(kind.everywhere)) ready.add(kind.name);
      ring();
    });
    runs.add(run);
  }

  async function attempt(kind: Kind, running: RunningJob): Promise<void> {
    const outOfTime = after(kind.timeLimitMs, () => {
      running.stop('job_out_of_time');
      void fail(running, running.job.signal.reason);
    });
    try {
      if (running.row.cancelAsked) running.stop('job_cancelled');
      running.job.signal.throwIfAborted();
      await kind.handler(running.job);
      if (!running.completed) await running.job.complete();
    } catch (error) {
      await fail(running, error);
    } finally {
      outOfTime();
    }
  }

  async function fail({ row, stopped, completed, change }: RunningJob, error: unknown): Promise<void> {
    if (completed || stopped === 'job_lost' || stopped === 'job_returned') return;
    const job = { ...row, cancelAsked: stopped === 'job_cancelled' };
    const waitMs = backoffMs(row.attempts, options.random());
    const ending = endingOf(job, { error, nowMs: now().getTime(), waitMs });
    const about = { job: row.uuid, kind: row.kind, attempt: row.attempts, status: ending.status };
    try {
      if (!(await change(ending))) return;
      if (ending.status !== 'cancelled') log.warn({ ...about, err: error }, 'a job failed');
    } catch (trouble) {
      // Its lease runs out, and it is tried again.
      log.error({ ...about, err: trouble }, 'the end of a job could not be written');
    }
  }

  function round(): Promise<void> {
    rounding ??= beat()
      .catch((error: unknown) => log.error({ err: error }, 'the jobs could not be looked after'))
      .finally(() => {
        rounding = undefined;
      });
    return rounding;
  }

  async function beat(): Promise<void> {
    nextRoundMs = Number.POSITIVE_INFINITY;
    arm(beatMs);
    // Before others may take them: who cannot say that he lives must act as if he did not.
    if (nowMs() - renewedMs > (leaseMs * 2) / 3) for (const running of held) running.stop('job_lost');
    await renew();
    if (state !== 'open') return;
    if (options.sharedClock !== undefined) offsetMs = (await options.sharedClock()).getTime() - nowMs();
    await takeBack();
    for (const kind of kinds.values()) await enqueueDue(kind);
    const names = [...kinds.keys()];
    let { waiting, dueAt } = await store.outlook(names);
    const at = now().toISOString();
    if (dueAt !== undefined && dueAt <= at) {
      await tx((queries) => store.promote(queries, at));
      ({ waiting, dueAt } = await store.outlook(names));
    }
    if (dueAt !== undefined) arm(Date.parse(dueAt) - now().getTime());
    for (const kind of waiting) ready.add(kind);
    ring();
  }

  function arm(ms: number): void {
    const atMs = nowMs() + Math.max(1, ms);
    if (atMs >= nextRoundMs) return;
    nextRoundMs = atMs;
    disarm();
    disarm = after(Math.max(1, ms), () => outside(() => void round()));
  }

  async function renew(): Promise<void> {
    const beganMs = nowMs();
    const asked = [...held];
    const uuids = asked.map(({ row }) => row.uuid);
    const kept = uuids.length === 0 ? [] : await tx((queries) => store.renew(queries, owner.id, uuids));
    renewedMs = beganMs;
    for (const running of asked) {
      const own = kept.find(({ uuid, token }) => uuid === running.row.uuid && token === running.row.token);
      if (own === undefined) running.stop('job_lost');
      else if (own.cancelAsked) running.stop('job_cancelled');
    }
  }

  /** Jobs whose owner died or hangs are to run again. Those that are ours by name alone count as another's. */
  async function takeBack(): Promise<void> {
    const isHeld = (job: Sight): boolean =>
      [...held].some(({ row }) => row.uuid === job.uuid && row.token === job.token);
    const others = (await store.running()).filter((job) => !isHeld(job));
    const silent = new Set(watch.look(others, nowMs()));
    for (const job of others) {
      const isAlive = job.owner === owner.id || (job.owner !== null && (await owner.isAlive(job.owner)));
      if (isAlive && !silent.has(job)) continue;
      const ending = endingOf(job, { error: new JobStop('job_abandoned'), nowMs: now().getTime(), waitMs: 0 });
      const taken = await tx((queries) => store.write(queries, job, ending));
      if (taken !== undefined) log.warn({ job: job.uuid, status: ending.status }, 'a job was taken from its owner');
    }
  }

  async function enqueueDue(kind: Kind): Promise<void> {
    if (!Number.isFinite(kind.everyMs)) return;
    const tick = Math.floor(now().getTime() / kind.everyMs);
    if (tick === kind.tick) return;
    await options.enqueueTick(kind.name, tick);
    kind.tick = tick;
  }

  return {
    handle(name: string, handler: Handler, own: KindOptions = {}): void {
      if (kinds.has(name)) throw new Error(`jobs of kind ${name} have a handler already`);
      if (own.everyMs !== undefined && own.everyMs > longestPeriodMs) throw new Error(`${name}: more than a day`);
      const most = { concurrency: 1, everywhere: Number.POSITIVE_INFINITY, timeLimitMs: 600_000 };
      const every = { everyMs: Number.POSITIVE_INFINITY };
      kinds.set(name, { ...most, ...every, ...own, name, handler, after: '', tick: Number.NaN });
    },
    start(): void {
      state = 'open';
      claiming = claimWhenRung();
      void round();
    },
    wake,
    /** Renews leases, takes abandoned jobs back, enqueues what is due. Otherwise by itself, six times a lease. */
    round,
    /** When a job was delayed until then. */
    dueAt: (at: Date): void => void (state === 'open' && arm(at.getTime() - now().getTime())),
    now,
    /** Attempts in progress. */
    get running() {
      return held.size;
    },
    /** Claims nothing more, lets attempts finish for `graceMs`, then gives back what still runs. Idempotent. */
    async close({ graceMs }: { readonly graceMs: number }): Promise<void> {
      if (state === 'new') return;
      state = 'stopping';
      ring();
      await claiming;
      await within(graceMs);
      const left = [...held];
      for (const running of left) running.stop('job_returned');
      await within(stopWaitMs);
      disarm();
      await rounding;
      const back = ({ row, change }: RunningJob) => change({ status: 'waiting', attempts: row.attempts - 1 });
      await Promise.allSettled(left.filter(({ completed }) => !completed).map(back));
    },
  };

  async function within(ms: number): Promise<void> {
    if (runs.size === 0) return;
    let cancel = (): void => {};
    const over = new Promise<void>((resolve) => {
      cancel = after(ms, resolve);
    });
    await Promise.race([over, Promise.all(runs)]);
    cancel();
  }
}
