import { and, asc, eq, type InferSelectModel, inArray, type SQL } from 'drizzle-orm';
import { invariant } from '../../../../media/kit/invariant.ts';
import {
  bind,
  type Database,
  forOrganisation,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { FileReferences } from '../../../files/index.ts';
import type { DocumentOwner } from './store.ts';

export type RunRow = InferSelectModel<Tables['documentRuns']>;
export type RunKind = RunRow['kind'];

/** Progress of a run. */
export interface RunState {
  readonly kind: RunKind;
  readonly jobUuid: string;
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  /** 0 to 1. */
  readonly progress: number;
  /** A sentence about the progress. */
  readonly note: string | null;
  readonly errorCode: string | null;
  readonly error: string | null;
}

export interface RunFailure {
  /** Code for the agent's API. */
  readonly code: string;
  /** Text for people. */
  readonly detail: string;
}

interface RunEnding {
  readonly at: string;
  readonly failure: RunFailure | null;
}

export interface RunStore {
  /** Returns whether the document exists and belongs to the person. */
  isDocument(owner: DocumentOwner, documentUuid: string): Promise<boolean>;
  /** The caller must have checked that the document belongs to the owner. */
  states(owner: DocumentOwner, documentUuid: string): Promise<RunState[]>;
  /** Returns the states of several documents by document uuid. */
  statesOf(owner: DocumentOwner, documentUuids: readonly string[]): Promise<ReadonlyMap<string, RunState[]>>;
  /**
   * Returns the job of the open run; if there is none, replaces the last run by a new one, whose job `enqueue` creates
   * in the same transaction. Undefined if the document no longer exists.
   */
  begin(
    owner: DocumentOwner,
    run: { readonly documentUuid: string; readonly kind: RunKind; readonly at: string },
    enqueue: (queries: Queries, place: string | null) => Promise<string | undefined>,
  ): Promise<string | undefined>;
  /** Returns whether the run of this job is still needed: false after its document was deleted. */
  isOpen(queries: TenantQueries, jobUuid: string): Promise<boolean>;
  /** Returns whether the run was open. */
  end(queries: TenantQueries, jobUuid: string, ending: RunEnding): Promise<boolean>;
  /** Ends the open run and cancels its job in one transaction. Returns whether one was open. */
  callOff(
    owner: DocumentOwner,
    run: RunEnding & { readonly documentUuid: string; readonly kind: RunKind },
    cancel: (queries: Queries, jobUuid: string) => Promise<unknown>,
  ): Promise<boolean>;
  bind(queries: Queries, owner: DocumentOwner): TenantQueries;
}

const abandoned = 'Processing failed on the server.';

export function createRunStore(database: Database, references: Pick<FileReferences, 'placeOf'>): RunStore {
  const { documentRuns: runs, kbDocuments, jobs } = database.tables;
  const tenant = ({ organisationId }: DocumentOwner) => forOrganisation(database, organisationId);

  type Reads = TenantQueries | ReturnType<typeof tenant>['read'];
  const rowsWithJobs = (queries: Reads, documentUuid: string) =>
    rowsWhere(queries, eq(runs.documentUuid, documentUuid));
  const rowsWhere = (queries: Reads, where: SQL) =>
    queries.system
      .select({ run: runs, job: { status: jobs.status, progress: jobs.progress, note: jobs.note } })
      .from(runs)
      .leftJoin(jobs, eq(jobs.uuid, runs.jobUuid))
      .where(queries.own(runs, where))
      .orderBy(asc(runs.kind));

  async function end(queries: TenantQueries, jobUuid: string, { at, failure }: RunEnding): Promise<boolean> {
    const ending = {
      status: failure === null ? ('done' as const) : ('failed' as const),
      endedAt: at,
      errorCode: failure?.code ?? null,
      error: failure?.detail ?? null,
    };
    return (await queries.update(runs, ending, and(eq(runs.jobUuid, jobUuid), eq(runs.status, 'open'))!)) > 0;
  }

  return {
    async isDocument(owner, documentUuid) {
      const ownedDocument = and(eq(kbDocuments.uuid, documentUuid), eq(kbDocuments.userUuid, owner.userUuid));
      return (await tenant(owner).read.count(kbDocuments, ownedDocument)) > 0;
    },
    async states(owner, documentUuid) {
      return (await rowsWithJobs(tenant(owner).read, documentUuid)).map(stateOf);
    },
    async statesOf(owner, documentUuids) {
      const runsByDocument = new Map<string, RunState[]>();
      if (documentUuids.length === 0) return runsByDocument;
      for (const row of await rowsWhere(tenant(owner).read, inArray(runs.documentUuid, [...documentUuids]))) {
        const { documentUuid } = row.run;
        runsByDocument.set(documentUuid, [...(runsByDocument.get(documentUuid) ?? []), stateOf(row)]);
      }
      return runsByDocument;
    },
    callOff: (owner, { documentUuid, kind, ...ending }, cancel) =>
      tenant(owner).tx(async (queries) => {
        const last = (await rowsWithJobs(queries, documentUuid)).find(({ run }) => run.kind === kind);
        if (last === undefined || !(await end(queries, last.run.jobUuid, ending))) return false;
        await cancel(queries.system, last.run.jobUuid);
        return true;
      }),
    begin: (owner, { documentUuid, kind, at }, enqueue) =>
      tenant(owner).tx(async (queries) => {
        const ownedDocument = and(eq(kbDocuments.uuid, documentUuid), eq(kbDocuments.userUuid, owner.userUuid));
        if ((await queries.count(kbDocuments, ownedDocument)) === 0) return undefined;
        const last = (await rowsWithJobs(queries, documentUuid)).find(({ run }) => run.kind === kind);
        if (last !== undefined && isOpenState(stateOf(last))) return last.run.jobUuid;
        const place = await references.placeOf(queries, { kind: 'kb_document', uuid: documentUuid });
        const jobUuid = await enqueue(queries.system, place);
        invariant(jobUuid !== undefined, 'failed to enqueue the job of a run');
        await queries.delete(runs, and(eq(runs.documentUuid, documentUuid), eq(runs.kind, kind))!);
        const row = { documentUuid, kind, jobUuid, status: 'open' as const, beganAt: at };
        await queries.insert(runs, [{ ...row, errorCode: null, error: null, endedAt: null }]);
        return jobUuid;
      }),
    isOpen: async (queries, jobUuid) =>
      (await queries.count(runs, and(eq(runs.jobUuid, jobUuid), eq(runs.status, 'open')))) > 0,
    end,
    bind: (queries, { organisationId }) => bind(queries, organisationId),
  };
}

export const isOpenState = ({ status }: Pick<RunState, 'status'>): boolean =>
  status === 'queued' || status === 'running';

interface RowWithJob {
  readonly run: RunRow;
  readonly job: { readonly status: string; readonly progress: number; readonly note: string | null } | null;
}

/** A run whose job is dead has failed, whatever its row says. */
function stateOf({ run, job }: RowWithJob): RunState {
  const { kind, jobUuid, errorCode, error } = run;
  const ended = { kind, jobUuid, note: null, errorCode, error };
  if (run.status === 'done') return { ...ended, status: 'done', progress: 1 };
  if (run.status === 'failed') return { ...ended, status: 'failed', progress: 0 };
  if (job === null || !['delayed', 'waiting', 'running'].includes(job.status))
    return { ...ended, status: 'failed', progress: 0, errorCode: 'abandoned', error: abandoned };
  const status = job.status === 'running' ? 'running' : 'queued';
  return { ...ended, status, progress: job.progress, note: job.note };
}
