import { z } from 'zod';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import { type Job, JobStop, type Jobs, type KindOptions } from '../../../jobs/index.ts';
import type { Log } from '../../../log.ts';
import { createNews } from './run-news.ts';
import { isOpenState, type RunFailure, type RunKind, type RunState, type RunStore } from './run-store.ts';
import type { DocumentOwner } from './store.ts';

export interface DocumentRunsOptions {
  readonly store: RunStore;
  readonly jobs: Pick<Jobs, 'enqueue' | 'cancel' | 'handle'>;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Interval between checks of a run that another process may execute; half a second by default. */
  readonly lookEveryMs?: number;
}

/** An attempt at a run. Its effects must tolerate a repetition from the start. */
export interface Run {
  readonly owner: DocumentOwner;
  readonly documentUuid: string;
  /** Options of the run, unparsed. */
  readonly options: unknown;
  /** The same in every attempt. */
  readonly uuid: string;
  readonly signal: AbortSignal;
  /** Reports progress: 0 to 1, and a sentence about it. */
  progress(fraction: number, note?: string): Promise<void>;
  /** Same as a job's step. Throws if the document no longer exists. */
  step<T>(name: string, work: (queries: TenantQueries) => Promise<T>): Promise<T>;
}

/** The result of a run. `store` runs in the transaction that ends the run, so that both take effect or neither. */
export type RunResult =
  | { readonly kind: 'done'; readonly store: (queries: TenantQueries) => Promise<void> }
  | (RunFailure & { readonly kind: 'failed'; readonly store?: (queries: TenantQueries) => Promise<void> });

export type RunOutcome =
  | { readonly kind: 'done' }
  | (RunFailure & { readonly kind: 'failed' })
  /** The document no longer exists. */
  | { readonly kind: 'gone' }
  /** The server is shutting down; the run continues after the restart. */
  | { readonly kind: 'stopping' }
  /** Too many requests are waiting for runs. */
  | { readonly kind: 'busy' };

interface RunOptions extends Omit<KindOptions, 'everyMs'> {
  /** Deletes the leftovers of a cancelled run, in the transaction that ends it. */
  readonly drop?: (queries: TenantQueries, jobUuid: string) => Promise<void>;
}

export interface DocumentRuns {
  /** Registers the handler for runs of a kind. Call before jobs are started. */
  handle(kind: RunKind, work: (run: Run) => Promise<RunResult>, options?: RunOptions): void;
  isOpen(owner: DocumentOwner, documentUuid: string, kind: RunKind): Promise<boolean>;
  /** Joins the open run or starts one. Returns false if the document no longer exists. */
  begin(owner: DocumentOwner, documentUuid: string, begin: BeginRun): Promise<boolean>;
  /** Cancels the open run; earlier results stay. Returns whether one was open. */
  callOff(owner: DocumentOwner, documentUuid: string, kind: RunKind): Promise<boolean>;
  statesOf: RunStore['statesOf'];
  /** Same as `begin`, and waits for the end of the run. */
  perform(owner: DocumentOwner, documentUuid: string, begin: BeginRun): Promise<RunOutcome>;
  /**
   * Yields the states of the document's runs on every change and every 15 s, until the signal aborts or no run is open.
   * Without an open run, ends after two seconds.
   */
  follow(owner: DocumentOwner, documentUuid: string, signal: AbortSignal): AsyncGenerator<readonly RunState[]>;
  isDocument: RunStore['isDocument'];
  /** Releases all waiting callers. Runs continue until their jobs are stopped. */
  close(): void;
}

interface BeginRun {
  readonly kind: RunKind;
  /** JSON. An open run keeps its own options. */
  readonly options: Readonly<Record<string, unknown>>;
}

const payload = z.object({ document_uuid: z.string(), user_uuid: z.string(), options: z.unknown() });

const attempts = 4;
const waitersAtOnce = 500;
/** How long `follow` waits for a run to start. */
const idleMs = 2000;
const repeatMs = 15_000;

const calledOff = { code: 'cancelled', detail: 'The run was cancelled.' } as const;

class RunGone extends Error {}

const jobKindOf = (kind: RunKind): string => `document.${kind}`;

/**
 * Runs long work on documents. For each kind and document there is one run at a time, which all callers share and which
 * survives a restart.
 */
export function createDocumentRuns(options: DocumentRunsOptions): DocumentRuns {
  const { store, jobs, log, now, nowMs, lookEveryMs = 500 } = options;
  const news = createNews();
  const closing = new AbortController();
  const drops = new Map<RunKind, NonNullable<RunOptions['drop']>>();
  let waiters = 0;

  async function carryOut(job: Job, work: (run: Run) => Promise<RunResult>): Promise<void> {
    const { document_uuid: documentUuid, user_uuid: userUuid, options: storedOptions } = payload.parse(job.payload);
    const owner = { organisationId: job.organisationId as OrganisationId, userUuid };
    const run: Run = {
      owner,
      documentUuid,
      options: storedOptions,
      uuid: job.uuid,
      signal: job.signal,
      async progress(fraction, note) {
        await job.progress(fraction, note);
        news.tell(documentUuid);
      },
      step: (name, inside) =>
        job.step(name, async (queries) => {
          const tenant = store.bind(queries, owner);
          if (!(await store.isOpen(tenant, job.uuid))) throw new RunGone('the document of a run no longer exists');
          return inside(tenant);
        }),
    };
    const result = await resultOf(run, job, work);
    await job.complete(async (queries) => {
      const tenant = store.bind(queries, owner);
      if (result === undefined) return;
      const failure = result.kind === 'failed' ? { code: result.code, detail: result.detail } : null;
      if (!(await store.end(tenant, job.uuid, { at: now().toISOString(), failure }))) return;
      await result.store?.(tenant);
    });
    news.tell(documentUuid);
  }

  /** Returns undefined if the document no longer exists. Rethrows errors that a retry may resolve. */
  async function resultOf(run: Run, job: Job, work: (run: Run) => Promise<RunResult>): Promise<RunResult | undefined> {
    try {
      return await work(run);
    } catch (error) {
      if (error instanceof RunGone) return undefined;
      if (error instanceof JobStop || job.signal.aborted || job.attempt < attempts) throw error;
      log.error({ err: error, document: run.documentUuid, kind: job.kind }, 'gave up processing a document');
      return { kind: 'failed', code: 'internal', detail: 'Processing failed on the server.' };
    }
  }

  const stateOf = async (owner: DocumentOwner, documentUuid: string, kind: RunKind): Promise<RunState | undefined> =>
    (await store.states(owner, documentUuid)).find((state) => state.kind === kind);

  async function outcomeOf(owner: DocumentOwner, documentUuid: string, kind: RunKind): Promise<RunOutcome> {
    while (!closing.signal.aborted) {
      const next = news.of(documentUuid, lookEveryMs, closing.signal);
      const state = await stateOf(owner, documentUuid, kind);
      if (state === undefined) return { kind: 'gone' };
      if (state.status === 'done') return { kind: 'done' };
      if (state.status === 'failed')
        return { kind: 'failed', code: state.errorCode ?? 'internal', detail: state.error ?? '' };
      await next;
    }
    return { kind: 'stopping' };
  }

  async function begin(
    owner: DocumentOwner,
    documentUuid: string,
    { kind, options: runOptions }: BeginRun,
  ): Promise<boolean> {
    const job = {
      kind: jobKindOf(kind),
      organisationId: owner.organisationId,
      maxAttempts: attempts,
      payload: { document_uuid: documentUuid, user_uuid: owner.userUuid, options: runOptions },
    };
    const begun = await store.begin(owner, { documentUuid, kind, at: now().toISOString() }, (queries, place) =>
      jobs.enqueue(queries, { ...job, place }),
    );
    return begun !== undefined;
  }

  return {
    begin,
    isDocument: store.isDocument,
    statesOf: store.statesOf,
    async callOff(owner, documentUuid, kind) {
      const ending = { at: now().toISOString(), failure: calledOff };
      const wasOpen = await store.callOff(owner, { documentUuid, kind, ...ending }, async (queries, jobUuid) => {
        await jobs.cancel(queries, jobUuid);
        await drops.get(kind)?.(store.bind(queries, owner), jobUuid);
      });
      news.tell(documentUuid);
      return wasOpen;
    },
    handle(kind, work, { drop, ...kindOptions } = {}) {
      if (drop !== undefined) drops.set(kind, drop);
      jobs.handle(jobKindOf(kind), (job) => carryOut(job, work), kindOptions);
    },
    async isOpen(owner, documentUuid, kind) {
      const state = await stateOf(owner, documentUuid, kind);
      return state !== undefined && isOpenState(state);
    },
    async perform(owner, documentUuid, run) {
      if (waiters >= waitersAtOnce) return { kind: 'busy' };
      waiters += 1;
      try {
        if (!(await begin(owner, documentUuid, run))) return { kind: 'gone' };
        return await outcomeOf(owner, documentUuid, run.kind);
      } finally {
        waiters -= 1;
      }
    },
    async *follow(owner, documentUuid, signal) {
      const ending = AbortSignal.any([signal, closing.signal]);
      const feed = createStateFeed(nowMs);
      while (!ending.aborted) {
        const next = news.of(documentUuid, lookEveryMs, ending);
        const states = await store.states(owner, documentUuid);
        if (feed.isNews(states)) yield states;
        if (feed.isOver(states)) return;
        await next;
      }
    },
    close: () => closing.abort(),
  };
}

/** Decides which states a client that follows a document receives, and when there is nothing more to follow. */
function createStateFeed(nowMs: () => number) {
  const beganMs = nowMs();
  let sent = '';
  let sentMs = beganMs;
  let wasOpen = false;
  return {
    /** Whether these states differ from the last ones, or the client has received nothing for a while. */
    isNews(states: readonly RunState[]): boolean {
      const current = JSON.stringify(states);
      if (current === sent && nowMs() - sentMs < repeatMs) return false;
      [sent, sentMs] = [current, nowMs()];
      return true;
    },
    /** Whether no run is open any more, or none has begun for a while. */
    isOver(states: readonly RunState[]): boolean {
      const isOpen = states.some(isOpenState);
      const isOver = !isOpen && (wasOpen || nowMs() - beganMs > idleMs);
      wasOpen = isOpen;
      return isOver;
    },
  };
}
