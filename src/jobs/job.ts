import type { OrganisationId, Queries, Tables } from '../data/index.ts';

export type JobRow = Tables['jobs']['$inferSelect'];
export type JobStatus = JobRow['status'];
/** The columns that a write changes. */
export type JobChange = Partial<Omit<Tables['jobs']['$inferInsert'], 'uuid' | 'token' | 'beat'>>;

/** The end of an attempt that did not complete its job. */
export type Ending = JobChange & Pick<JobRow, 'status'>;
/** The claim of such an attempt; `beat` is set if it belongs to another runner. */
export type UnfinishedClaim = Pick<JobRow, 'uuid' | 'token' | 'kind' | 'organisationId' | 'payload'> & {
  readonly beat?: number | undefined;
};

/** The organisation of the server's own jobs; it differs from every UUID. */
export const systemTenant = 'system';

/** Orders the jobs of one kind and organisation. Organisations take turns regardless of priority. */
export const priorities = { high: 0, normal: 1, low: 2 } as const;

export interface NewJob {
  readonly kind: string;
  /** Null for the server's own jobs. */
  readonly organisationId: OrganisationId | null;
  /** JSON. Personal data goes under the key `personal`, which operators do not see. Emptied when the job is over. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Unique among the jobs of the organisation and kind, while this job is open or for as long as it is kept. */
  readonly uniqueKey?: string;
  readonly keyStays?: boolean;
  /** Earliest start. */
  readonly runAt?: Date;
  readonly priority?: keyof typeof priorities;
  /** Failed attempts until the job is dead; 8 by default. */
  readonly maxAttempts?: number;
  /** The file store with the files of the job: only servers that read it run the job. Any server if null or absent. */
  readonly place?: string | null;
}

/** An attempt at a job, as its handler receives it. */
export interface Job {
  readonly uuid: string;
  readonly kind: string;
  readonly organisationId: string;
  /** Parsed from JSON but not validated. */
  readonly payload: unknown;
  /** Attempt number, from 1. */
  readonly attempt: number;
  /** Aborted with a `JobStop`, which contains the reason. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` in a transaction and stores its result as JSON. Throws if this claim on the job was lost. A later
   * attempt receives the stored result and does not run `work` again.
   */
  step<T>(name: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Reports a fraction, 0 to 1, and a sentence. Written at most once a second. */
  progress(fraction: number, note?: string): Promise<void>;
  /** Completes the job with its last effects in one transaction. A handler that returns without it completes without effects. */
  complete(work?: (queries: Queries) => Promise<void>): Promise<void>;
}

/** An attempt that throws is retried with growing delays, unless the error has `retryable: false`. */
export type Handler = (job: Job) => Promise<void>;

export interface KindOptions {
  /** Maximum running at once in this process; 1 by default. */
  readonly concurrency?: number;
  /** Maximum running at once in all processes. */
  readonly everywhere?: number;
  /** Maximum running at once of one organisation, in all processes. */
  readonly ofOrganisation?: number;
  /** Time limit of an attempt; 10 minutes by default. */
  readonly timeLimitMs?: number;
  /** A job is due at every multiple of this period, up to a day; the first process to notice enqueues it. */
  readonly everyMs?: number;
  /** Called in the transaction that stores the end of an attempt that did not complete its job. */
  readonly onUnfinished?: (queries: Queries, job: UnfinishedJob) => Promise<void>;
}

/** `waiting` and `delayed` jobs get another attempt, `dead` and `cancelled` ones do not. */
export interface UnfinishedJob extends Pick<Job, 'organisationId' | 'payload'> {
  readonly status: JobStatus;
}

const table = {
  job_lost: 'Another runner owns this job; this attempt is discarded.',
  job_cancelled: 'The job was cancelled.',
  job_out_of_time: 'The attempt exceeded its time limit.',
  job_returned: 'The server is shutting down. The job continues in another process or after restart.',
  job_abandoned: 'The process that ran the job died or hung.',
} as const;

export type JobStopCode = keyof typeof table;

/** The reason why an attempt ends before its handler does. */
export class JobStop extends Error {
  readonly code: JobStopCode;

  constructor(code: JobStopCode) {
    super(table[code]);
    this.name = 'JobStop';
    this.code = code;
  }
}
