import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import type { Database, OrganisationId } from '../../src/data/index.ts';
import { createJobs, type Job, type Jobs, type NewJob } from '../../src/jobs/index.ts';
import type { JobRow } from '../../src/jobs/job.ts';
import { createLog } from '../../src/log.ts';

export const tenantA = '00000000-0000-4000-8000-00000000000a' as OrganisationId;
export const tenantB = '00000000-0000-4000-8000-00000000000b' as OrganisationId;
export const leaseMs = 6000;

/** A runner on a manual clock; a runner whose clock is not advanced with the others' is frozen. */
export interface TestNode {
  readonly jobs: Jobs;
  readonly id: string;
  now(): Date;
  /** Waits for a round that starts from now: one in progress may already have read the old state. */
  round(): Promise<void>;
  /**
   * Waits until the handler has this job: the row shows "running" slightly earlier, before the time limit's timer is
   * set.
   */
  begun(uuid: string): Promise<void>;
  /** Advances this runner's clocks tick by tick and waits for its work. */
  pass(ms: number): Promise<void>;
  /** Advances its clock and fires its timers, without waiting for the work they start. */
  passBy(ms: number): void;
  /** Advances its clock but runs nothing. */
  freeze(ms: number): void;
  /** Shifts the wall clock as NTP or a person may; the monotonic clock is unaffected. */
  setWallClock(byMs: number): void;
}

export interface NodeOptions {
  /** Owners whose processes have ended. */
  readonly dead?: ReadonlySet<string>;
  /** Runs before it is known whether a process has ended. */
  readonly asking?: () => Promise<void>;
  readonly concurrency?: number;
  readonly define?: (jobs: Jobs) => void;
}

export function openNode(
  database: Database,
  { dead = new Set(), asking = async () => {}, concurrency = 16, define }: NodeOptions = {},
): TestNode {
  let nowMs = 0;
  let wallMs = Date.parse('2026-03-01T09:00:00.000Z');
  let timers: { readonly atMs: number; readonly work: () => void }[] = [];
  const id = randomUUID();
  const jobs = createJobs(database, {
    log: createLog({ level: 'silent' }),
    owner: { id, isAlive: async (owner) => asking().then(() => !dead.has(owner)) },
    now: () => new Date(wallMs),
    nowMs: () => nowMs,
    random: () => 0,
    after(ms, work) {
      const timer = { atMs: nowMs + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    leaseMs,
    concurrency,
  });
  const begun = new Set<string>();
  const handle: Jobs['handle'] = (kind, handler, most) =>
    jobs.handle(
      kind,
      async (job) => {
        begun.add(job.uuid);
        await handler(job);
      },
      most,
    );
  define?.({ ...jobs, handle });
  jobs.start();
  onTestFinished(async () => {
    for (const open of gates.splice(0)) open();
    const closed = jobs.close({ graceMs: 0 });
    const firing = setInterval(() => timers.splice(0).forEach(({ work }) => void work()), 1);
    await closed;
    clearInterval(firing);
  });
  const goOn = (ms: number): void => {
    nowMs += ms;
    wallMs += ms;
    const due = timers.filter(({ atMs }) => atMs <= nowMs);
    timers = timers.filter(({ atMs }) => atMs > nowMs);
    for (const { work } of due) work();
  };
  return {
    jobs,
    id,
    now: () => new Date(wallMs),
    async round() {
      await jobs.round();
      await jobs.round();
    },
    begun: (uuid) =>
      vi.waitFor(
        () => {
          if (!begun.has(uuid)) throw new Error('not begun');
        },
        { timeout: 60_000, interval: 2 },
      ),
    passBy: goOn,
    async pass(ms) {
      const endMs = nowMs + ms;
      while (nowMs < endMs) {
        const stepMs = Math.min(leaseMs / 6, endMs - nowMs);
        goOn(stepMs);
        await jobs.round();
        // Gives sockets a turn, even if there was no other work.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    freeze(ms) {
      nowMs += ms;
    },
    setWallClock(byMs) {
      wallMs += byMs;
    },
  };
}

export async function enqueue(database: Database, { jobs }: Pick<TestNode, 'jobs'>, job: Partial<NewJob> = {}) {
  const whole = { kind: 'count', organisationId: tenantA, payload: {}, ...job };
  const uuid = await database.system.tx((queries) => jobs.enqueue(queries, whole));
  return uuid as string;
}

export async function rowOf(database: Database, uuid: string): Promise<JobRow> {
  const rows = await database.system.read.select().from(database.tables.jobs);
  return rows.find((row) => row.uuid === uuid) as JobRow;
}

/** Waits until a job has this status, up to the test's time limit. */
export const until = (database: Database, uuid: string, status: JobRow['status']): Promise<JobRow> =>
  vi.waitFor(
    async () => {
      const row = await rowOf(database, uuid);
      if (row?.status !== status) throw new Error(`${row?.status} and not ${status}`);
      return row;
    },
    { timeout: 60_000, interval: 2 },
  );

/** A runner does not close behind a gate that a failed test left shut. */
const gates: (() => void)[] = [];

/** Returns a promise that the test resolves, or its end. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gates.push(open);
  return { opened, open };
}

/** Resolves when the job's signal is aborted. */
export const aborted = (job: Job): Promise<void> =>
  new Promise((_, reject) => {
    const fail = (): void => reject(job.signal.reason);
    if (job.signal.aborted) fail();
    else job.signal.addEventListener('abort', fail);
  });
