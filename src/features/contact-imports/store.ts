import { and, eq, type InferSelectModel, inArray, isNull } from 'drizzle-orm';
import {
  bind,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../data/index.ts';
import type { FileReferences } from '../../files/index.ts';
import type { RowError } from './schema.ts';

export type ImportRow = InferSelectModel<Tables['contactImports']>;

export type NewImport = Pick<
  ImportRow,
  'uuid' | 'userUuid' | 'dryRun' | 'fileName' | 'digest' | 'format' | 'country' | 'mapping' | 'tags' | 'createdAt'
>;

/** What came of a batch. */
export interface BatchTally {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly errors: readonly RowError[];
}

export interface ImportStore {
  /** With its file and with whatever `also` does. `full` where as many as may wait do so already. */
  add(
    organisation: OrganisationId,
    row: NewImport,
    also: (queries: Queries, place: string | null) => Promise<void>,
  ): Promise<ImportRow | 'full'>;
  get(organisation: OrganisationId, uuid: string): Promise<ImportRow | undefined>;
  /** In the transaction of the batch: what is counted is what is stored. False when the import is over: the batch must not be kept. */
  advance(queries: TenantQueries, uuid: string, tally: BatchTally, progress: number): Promise<boolean>;
  begin(queries: TenantQueries, uuid: string): Promise<void>;
  /** Lets go of the file. Answers what it held. One that is over stays as it is. */
  finish(
    queries: TenantQueries,
    uuid: string,
    end: { readonly at: string; readonly error: string | null },
  ): Promise<string[]>;
  /** Ends it as it stands: what is stored stays. Answers the files that it held; `over` when there was nothing left to end. */
  cancel(organisation: OrganisationId, uuid: string, at: string): Promise<string[] | 'over'>;
  /** The queries of a job's transaction, as those of its organisation. */
  bind(queries: Queries, organisation: OrganisationId): TenantQueries;
}

const maxOpen = 10;
const shownErrors = 100;

export function createImportStore(database: Database, references: FileReferences): ImportStore {
  const { contactImports: table } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const holderOf = (uuid: string) => ({ kind: 'contact_import', uuid }) as const;
  return {
    add: (organisation, row, also) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(table, inArray(table.status, ['queued', 'running']))) >= maxOpen) return 'full';
        const nothing = { rowsDone: 0, created: 0, updated: 0, failed: 0, errors: [], progress: 0 };
        const added = { ...row, ...nothing, status: 'queued' as const, error: null, finishedAt: null };
        await queries.insert(table, [added]);
        await references.hold(queries, holderOf(row.uuid), row.digest);
        await also(queries.system, references.place);
        return { ...added, organisationId: organisation };
      }),
    async get(organisation, uuid) {
      return (await of(organisation).read.select(table, eq(table.uuid, uuid)))[0];
    },
    async begin(queries, uuid) {
      await queries.update(table, { status: 'running' }, and(eq(table.uuid, uuid), eq(table.status, 'queued'))!);
    },
    async advance(queries, uuid, { rows, created, updated, errors }, progress) {
      const [was] = await queries.select(table, eq(table.uuid, uuid));
      if (was === undefined || was.finishedAt !== null) return false;
      const change = {
        rowsDone: was.rowsDone + rows,
        created: was.created + created,
        updated: was.updated + updated,
        failed: was.failed + errors.length,
        errors: [...(was.errors as RowError[]), ...errors].slice(0, shownErrors),
        progress,
      };
      await queries.update(table, change, eq(table.uuid, uuid));
      return true;
    },
    async finish(queries, uuid, { at, error }) {
      const end = error === null ? { status: 'completed' as const, progress: 1 } : { status: 'failed' as const, error };
      await queries.update(table, { ...end, finishedAt: at }, and(eq(table.uuid, uuid), isNull(table.finishedAt))!);
      return references.release(queries, holderOf(uuid));
    },
    cancel: (organisation, uuid, at) =>
      of(organisation).tx(async (queries) => {
        const open = and(eq(table.uuid, uuid), isNull(table.finishedAt))!;
        const ended = await queries.update(table, { status: 'cancelled', finishedAt: at }, open);
        return ended === 0 ? 'over' : references.release(queries, holderOf(uuid));
      }),
    bind,
  };
}
