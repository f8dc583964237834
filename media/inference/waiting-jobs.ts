/** A job that no host has yet. */
export interface WaitingJob {
  readonly engine: string;
  /** Sooner is first; equal ones in order of arrival. */
  readonly dueMs: number;
  /** Hosts that are not its engine's home may run it. */
  readonly spills: boolean;
  /** Hands it to a host. */
  send(host: number): void;
  /** No host will run it. */
  abandon(): void;
}

/** Jobs of one client that wait for a free host, by the time they are due. */
export interface WaitingJobs {
  /** False where as many wait as may. */
  add(job: WaitingJob): boolean;
  remove(job: WaitingJob): void;
  /** Hands over every job that has a free host; the most urgent choose first. */
  dispatch(hostFor: (job: WaitingJob) => number | undefined): void;
  /** Takes out those of engines without a host. */
  takeStranded(isStranded: (engine: string) => boolean): readonly WaitingJob[];
}

export function createWaitingJobs(capacity: number): WaitingJobs {
  let jobs: WaitingJob[] = [];
  return {
    add(job) {
      if (jobs.length >= capacity) return false;
      const after = jobs.findIndex((other) => other.dueMs > job.dueMs);
      jobs.splice(after < 0 ? jobs.length : after, 0, job);
      return true;
    },
    remove(job) {
      const at = jobs.indexOf(job);
      if (at >= 0) jobs.splice(at, 1);
    },
    dispatch(hostFor) {
      for (let at = 0; at < jobs.length; ) {
        const job = jobs[at] as WaitingJob;
        const host = hostFor(job);
        if (host === undefined) at += 1;
        else {
          jobs.splice(at, 1);
          job.send(host);
        }
      }
    },
    takeStranded(isStranded) {
      const stranded = jobs.filter(({ engine }) => isStranded(engine));
      jobs = jobs.filter((job) => !stranded.includes(job));
      return stranded;
    },
  };
}
