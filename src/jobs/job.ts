import type { OrganisationId, Queries, Tables } from '../data/index.ts';

export type JobRow = Tables['jobs']['$inferSelect'];
export type JobStatus = JobRow['status'];
/** What a write changes of a job. */
export type JobChange = Partial<Omit<Tables['jobs']['$inferInsert'], 'uuid' | 'token' | 'beat'>>;

/** How an attempt ended that did not complete its job. */
export type Ending = JobChange & Pick<JobRow, 'status'>;
/** A claim whose attempt ended so; `beat` where it is another runner's. */
export type UnfinishedClaim = Pick<JobRow, 'uuid' | 'token' | 'kind' | 'organisationId' | 'payload'> & {
  readonly beat?: number | undefined;
};

/** The organisation of the server's own jobs; no UUID is like it. */
export const systemTenant = 'system';

/** Among the jobs of one kind and organisation. Organisations take turns whatever the priority of their jobs. */
export const priorities = { high: 0, normal: 1, low: 2 } as const;

export interface NewJob {
  readonly kind: string;
  /** Null for the server's own. */
  readonly organisationId: OrganisationId | null;
  /** JSON. Personal data goes under the key `personal`, which operators do not see. Emptied when the job is over. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** No second job of the organisation and kind bears it: while this one is open, or for as long as it is kept. */
  readonly uniqueKey?: string;
  readonly keyStays?: boolean;
  /** Not before. */
  readonly runAt?: Date;
  readonly priority?: keyof typeof priorities;
  /** Attempts that fail before it is dead; 8 unless given. */
  readonly maxAttempts?: number;
  /** The file store that has its files: only servers that read it run the job. Null or absent: any server. */
  readonly place?: string | null;
}

/** What a handler is given: an attempt at a job. */
export interface Job {
  readonly uuid: string;
  readonly kind: string;
  readonly organisationId: string;
  /** As JSON keeps it; to be parsed. */
  readonly payload: unknown;
  /** From 1. */
  readonly attempt: number;
  /** Aborted with a `JobStop`, which says why the attempt is to end. */
  readonly signal: AbortSignal;
  /**
   * Runs `work` in a transaction that is refused when the job is no longer ours, and keeps its result, JSON: an attempt
   * that comes here later is given that, and `work` is not run again.
   */
  step<T>(name: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** 0 to 1, and a sentence. Written at most once a second. */
  progress(fraction: number, note?: string): Promise<void>;
  /** The end of the job and its last effects, in one transaction. A handler that returns without it completes bare. */
  complete(work?: (queries: Queries) => Promise<void>): Promise<void>;
}

/** An attempt that throws is repeated, later and later, unless what it throws says `retryable: false`. */
export type Handler = (job: Job) => Promise<void>;

export interface KindOptions {
  /** Running at once in this process; 1 unless given. */
  readonly concurrency?: number;
  /** Running at once in all processes. */
  readonly everywhere?: number;
  /** An attempt has failed then; 10 minutes unless given. */
  readonly timeLimitMs?: number;
  /** One is due at every multiple of this, up to a day: enqueued by whichever process comes first. */
  readonly everyMs?: number;
  /** In the transaction that stores how an attempt ended which did not complete its job. */
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

/** Why an attempt ends before its handler does. */
export class JobStop extends Error {
  readonly code: JobStopCode;

  constructor(code: JobStopCode) {
    super(table[code]);
    this.name = 'JobStop';
    this.code = code;
  }
}
