import { createLeaseWatch } from '../cluster/index.ts';
import type { Queries } from '../data/index.ts';
import { eachApart } from '../each-apart.ts';
import type { Log } from '../log.ts';
import type { Attempts } from './attempts.ts';
import { afterCrash } from './ending.ts';
import type { JobStore } from './store.ts';

export interface JobLeasesOptions {
  readonly store: JobStore;
  readonly tx: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  readonly attempts: Pick<Attempts, 'held' | 'leave'>;
  /** The unique name of this runner, and whether the process of another runner is known to be dead. */
  readonly owner: { readonly id: string; isAlive(owner: string): boolean | Promise<boolean> };
  /** Whether the database may already assign jobs to this runner that it has not read yet. */
  readonly isClaiming: () => boolean;
  /** A job is taken from an owner without a heartbeat for this long. */
  readonly leaseMs: number;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly log: Log;
}

/** Renews the leases of the jobs that run here, and takes back jobs whose owner no longer renews them. */
export function createJobLeases({
  store,
  tx,
  attempts,
  owner,
  leaseMs,
  now,
  nowMs,
  log,
  ...options
}: JobLeasesOptions) {
  const { held, leave } = attempts;
  const watch = createLeaseWatch(leaseMs);
  let renewedMs = nowMs();

  /** Stops the jobs of a runner that could not renew its leases: others may run them soon, as if it were dead. */
  function stopOverdue(): void {
    if (nowMs() - renewedMs > (leaseMs * 2) / 3) for (const running of held) running.stop('job_lost');
  }

  async function renew(): Promise<void> {
    const beganMs = nowMs();
    const runningJobs = [...held];
    const uuids = runningJobs.map(({ row }) => row.uuid);
    const renewed = uuids.length === 0 ? [] : await tx((queries) => store.renew(queries, owner.id, uuids));
    renewedMs = beganMs;
    for (const running of runningJobs) {
      const renewedRow = renewed.find(({ uuid, token }) => uuid === running.row.uuid && token === running.row.token);
      if (renewedRow === undefined) running.stop('job_lost');
      else if (renewedRow.cancelAsked) running.stop('job_cancelled');
    }
  }

  /** Requeues jobs whose owner died or hangs, and jobs that this runner owns in the database only. */
  async function takeBack(): Promise<void> {
    const isHeld = (job: { readonly uuid: string; readonly token: number }): boolean =>
      [...held].some(({ row }) => row.uuid === job.uuid && row.token === job.token);
    const others = (await store.running()).filter((job) => !isHeld(job));
    const silent = new Set(
      watch.look(others, ({ uuid, token, beat }) => ({ uuid, sign: `${token} ${beat}` }), nowMs()),
    );
    const isRun = (by: string | null): boolean | Promise<boolean> =>
      by === owner.id ? options.isClaiming() : by !== null && owner.isAlive(by);
    const takeOne = async (job: (typeof others)[number]): Promise<void> => {
      if (!silent.has(job) && (await isRun(job.owner))) return;
      // Its claim may have arrived here while the owner of an earlier job was being checked.
      if (isHeld(job)) return;
      const ending = afterCrash(job, now().getTime());
      if (await tx((queries) => leave(queries, job, ending)))
        log.warn({ job: job.uuid, status: ending.status }, 'took over a job from its owner');
    };
    await eachApart(others, takeOne, {
      log,
      trouble: 'failed to take over a job',
      name: ({ uuid, kind }) => ({ job: uuid, kind }),
    });
  }

  return { stopOverdue, renew, takeBack };
}
