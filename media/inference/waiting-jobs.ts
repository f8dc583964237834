/** A job without a host. */
export interface WaitingJob {
  readonly engine: string;
  /** Earlier jobs come first; ties in order of arrival. */
  readonly dueMs: number;
  /** Whether hosts other than the engine's home may run it. */
  readonly spills: boolean;
  /** Sends the job to a host. */
  send(host: number): void;
  /** Fails the job, since no host can run it. */
  abandon(): void;
}

/** Jobs of one client that wait for a free host, ordered by due time. */
export interface WaitingJobs {
  /** Returns false if the queue is full. */
  add(job: WaitingJob): boolean;
  remove(job: WaitingJob): void;
  /** Sends every job for which a host is free, most urgent first. */
  dispatch(hostFor: (job: WaitingJob) => number | undefined): void;
  /** Removes and returns the jobs of engines without a host. */
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
