import { and, asc, desc, eq, gte, type InferSelectModel, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import {
  bind,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { FileReferences } from '../../../files/index.ts';
import type { ContactUndo } from '../contacts/index.ts';
import { parts } from './parts.ts';
import type { RowError, RowRename } from './schema.ts';
import { createImportUndoStore, type ImportUndoStore } from './undo-store.ts';

export type ImportRow = InferSelectModel<Tables['contactImports']>;

export type NewImport = Pick<
  ImportRow,
  'uuid' | 'userUuid' | 'dryRun' | 'fileName' | 'digest' | 'format' | 'country' | 'mapping' | 'tags' | 'createdAt'
>;

/** The result of a batch. */
export interface BatchTally {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly errors: readonly RowError[];
  /** Names that would change; empty unless it is a dry run. */
  readonly renames: readonly RowRename[];
  /** The change of each contact; empty for a dry run. */
  readonly changes: readonly ContactUndo[];
  /** Rejected rows with their cells, the titles as row 0. */
  readonly refusals: readonly Refusal[];
}

/** A rejected row as it is in the file. */
export interface Refusal {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  readonly detail: string;
}

export interface ImportStore extends Omit<ImportUndoStore, 'keepChanges'> {
  /**
   * Adds an import with its file, and runs `also` in the transaction. Returns `full` if too many imports are waiting,
   * and `erased` if the erasure of a person was requested since it was created.
   */
  add(
    organisation: OrganisationId,
    row: NewImport,
    also: (queries: Queries, place: string | null) => Promise<void>,
  ): Promise<ImportRow | 'full' | 'erased'>;
  get(organisation: OrganisationId, uuid: string): Promise<ImportRow | undefined>;
  /** Lists imports without previews, newest first; only those of `userUuid` if given. */
  list(
    organisation: OrganisationId,
    ask: { readonly userUuid: string | undefined; readonly limit: number; readonly offset: number },
  ): Promise<{ rows: ImportRow[]; total: number }>;
  /**
   * Counts a batch in its transaction. Returns false if the import has ended, so that the batch must be rolled back.
   */
  advance(queries: TenantQueries, uuid: string, tally: BatchTally, progress: number): Promise<boolean>;
  begin(queries: TenantQueries, uuid: string): Promise<void>;
  /** Ends the import and releases its file. Returns the released files. An ended import is unchanged. */
  finish(
    queries: TenantQueries,
    uuid: string,
    end: { readonly at: string; readonly error: string | null },
  ): Promise<string[]>;
  /** Cancels the import and keeps stored rows. Returns its files, or `over` if it has ended. */
  cancel(organisation: OrganisationId, uuid: string, at: string): Promise<string[] | 'over'>;
  /** Returns the rejected rows in file order, titles first. */
  refusals(organisation: OrganisationId, uuid: string): Promise<Refusal[]>;
  /** Deletes older changes and rejected rows of all organisations. */
  forget(before: string): Promise<void>;
  /** Binds the queries of a job's transaction to its organisation. */
  bind(queries: Queries, organisation: OrganisationId): TenantQueries;
}

const maxOpen = 10;
const shownErrors = 100;
/** Maximum number of rejected rows stored for an import. */
const keptRefusals = 10_000;

export function createImportStore(database: Database, references: FileReferences): ImportStore {
  const { contactImports: table, contactImportChanges, contactImportRefusals, erasures } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const holderOf = (uuid: string) => ({ kind: 'contact_import', uuid }) as const;
  const undo = createImportUndoStore(database);
  return {
    ...undo,
    add: (organisation, row, also) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(table, inArray(table.status, ['queued', 'running']))) >= maxOpen) return 'full';
        if ((await queries.count(erasures, gte(erasures.requestedAt, row.createdAt))) > 0) return 'erased';
        const nothing = { rowsDone: 0, created: 0, updated: 0, failed: 0, errors: [], progress: 0 };
        const noUndo = { undoStatus: null, undoRemoved: 0, undoRestored: 0, undoKept: 0 };
        const added = { ...row, ...nothing, ...noUndo, status: 'queued' as const, error: null, finishedAt: null };
        await queries.insert(table, [added]);
        await references.hold(queries, holderOf(row.uuid), row.digest);
        await also(queries.system, references.place);
        return { ...added, organisationId: organisation };
      }),
    async get(organisation, uuid) {
      return (await of(organisation).read.select(table, eq(table.uuid, uuid)))[0];
    },
    async list(organisation, { userUuid, ...page }) {
      const { read } = of(organisation);
      const whose = userUuid === undefined ? undefined : eq(table.userUuid, userUuid);
      const where = and(eq(table.dryRun, false), whose);
      const rows = await read.select(table, where, { ...page, orderBy: [desc(table.createdAt), asc(table.uuid)] });
      return { rows, total: await read.count(table, where) };
    },
    async begin(queries, uuid) {
      await queries.update(table, { status: 'running' }, and(eq(table.uuid, uuid), eq(table.status, 'queued'))!);
    },
    async advance(queries, uuid, { rows, created, updated, errors, renames, changes, refusals }, progress) {
      const [was] = await queries.select(table, eq(table.uuid, uuid));
      if (was === undefined || was.finishedAt !== null) return false;
      const change = {
        rowsDone: was.rowsDone + rows,
        created: was.created + created,
        updated: was.updated + updated,
        failed: was.failed + errors.length,
        errors: firstNotes(was, errors, renames),
        progress,
      };
      await queries.update(table, change, eq(table.uuid, uuid));
      await undo.keepChanges(queries, uuid, changes);
      if (refusals.length > 0 && was.failed < keptRefusals) {
        const storedAt = was.createdAt;
        const storedRows = refusals.map((refusal) => ({ ...refusal, importUuid: uuid, storedAt }));
        for (const some of parts(storedRows)) await queries.insertNew(contactImportRefusals, some);
      }
      return true;
    },
    async finish(queries, uuid, { at, error }) {
      const end = error === null ? { status: 'completed' as const, progress: 1 } : { status: 'failed' as const, error };
      await queries.update(table, { ...end, finishedAt: at }, and(eq(table.uuid, uuid), isNull(table.finishedAt))!);
      return references.release(queries, holderOf(uuid));
    },
    async refusals(organisation, uuid) {
      const rows = await of(organisation).read.select(
        contactImportRefusals,
        eq(contactImportRefusals.importUuid, uuid),
        { orderBy: [asc(contactImportRefusals.rowNumber)] },
      );
      return rows.map(({ rowNumber, cells, detail }) => ({ rowNumber, cells: cells as string[], detail }));
    },
    forget: (before) =>
      database.system.tx(async (queries) => {
        for (const kept of [contactImportChanges, contactImportRefusals])
          await queries.delete(kept).where(lt(kept.storedAt, before));
        await queries
          .update(table)
          .set({ errors: [] })
          .where(and(eq(table.dryRun, true), isNotNull(table.finishedAt), lt(table.createdAt, before)));
      }),
    cancel: (organisation, uuid, at) =>
      of(organisation).tx(async (queries) => {
        const open = and(eq(table.uuid, uuid), isNull(table.finishedAt))!;
        const ended = await queries.update(table, { status: 'cancelled', finishedAt: at }, open);
        return ended === 0 ? 'over' : references.release(queries, holderOf(uuid));
      }),
    bind,
  };
}

/** Keeps the first rejected rows, and the first rows that a preview would rename. */
function firstNotes(
  was: ImportRow,
  errors: readonly RowError[],
  renames: readonly RowRename[],
): readonly (RowError | RowRename)[] {
  const before = notesOf(was);
  return [
    ...[...before.errors, ...errors].slice(0, shownErrors),
    ...[...before.renames, ...renames].slice(0, shownErrors),
  ];
}

export function notesOf(row: ImportRow): { readonly errors: RowError[]; readonly renames: RowRename[] } {
  const notes = row.errors as readonly (RowError | RowRename)[];
  const isError = (note: RowError | RowRename): note is RowError => 'detail' in note;
  const isRename = (note: RowError | RowRename): note is RowRename => 'to' in note;
  return { errors: notes.filter(isError), renames: notes.filter(isRename) };
}
