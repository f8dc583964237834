import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { FileStore, IncomingFile } from '../../../files/index.ts';
import { oneLine } from '../../../http/fields.ts';
import type { Jobs } from '../../../jobs/index.ts';
import { SheetFault } from '../../../sheets/index.ts';
import type { Sight, Viewer } from '../contacts/index.ts';
import { importLimits } from './limits.ts';
import { formatOf, headBytes } from './open-table.ts';
import { type FoundColumn, readColumns } from './read-columns.ts';
import { importAttempts, importKind } from './run-import.ts';
import type { ImportForm } from './schema.ts';
import type { ImportRow, ImportStore, Refusal } from './store.ts';
import { undoableUntil, undoKind } from './undo-import.ts';

export interface ImportsOptions {
  readonly store: ImportStore;
  readonly files: FileStore;
  readonly slots: { enter(viewer: Viewer): (() => void) | undefined };
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly now: () => Date;
}

export interface ImportUpload {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly expectedBytes: number | undefined;
  /** Called once the bytes have been read. Throws if a field is invalid. */
  readonly form: () => Promise<ImportForm>;
}

export type AddImport =
  | { readonly kind: 'added'; readonly row: ImportRow }
  | { readonly kind: 'empty' | 'unknown_type' | 'old_excel' | 'too_large' | 'no_room' | 'full' | 'erased' };

export type ImportColumns =
  | { readonly kind: 'columns'; readonly columns: readonly FoundColumn[] }
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: Exclude<AddImport['kind'], 'added' | 'full' | 'erased'> };

export interface ImportUndo {
  readonly status: 'none' | 'available' | 'running' | 'done';
  readonly until: string | null;
}

export interface Imports {
  enter(viewer: Viewer): (() => void) | undefined;
  add(viewer: Viewer, upload: ImportUpload): Promise<AddImport>;
  /** Returns the columns of a file and their default targets. Stores nothing. */
  columns(upload: Omit<ImportUpload, 'form' | 'name'>): Promise<ImportColumns>;
  /** A user with restricted visibility sees only their own imports. */
  get(viewer: Viewer, uuid: string): Promise<ImportRow | undefined>;
  /** Without previews, newest first. */
  list(viewer: Viewer, page: { limit: number; offset: number }): Promise<{ rows: ImportRow[]; total: number }>;
  /** Returns the state of the undo. */
  undoOf(row: ImportRow): Promise<ImportUndo>;
  /** Undoes an import in the background. Returns `too_late` also if nothing can be undone. */
  undo(viewer: Viewer, uuid: string): Promise<ImportRow | 'not_over' | 'too_late' | 'undone' | undefined>;
  /** Returns the rejected rows, titles first. Undefined for an unknown import. */
  refusals(viewer: Viewer, uuid: string): Promise<{ row: ImportRow; refusals: Refusal[] } | undefined>;
  /** Cancels an import; stored rows stay. Undefined for an unknown import. */
  cancel(viewer: Viewer, uuid: string): Promise<ImportRow | 'over' | undefined>;
}

const maxNameCharacters = 200;

export function createImports({ store, files, slots, jobs, sightOf, now }: ImportsOptions): Imports {
  async function addFile(
    viewer: Viewer,
    file: IncomingFile,
    upload: ImportUpload & { readonly createdAt: string },
  ): Promise<AddImport> {
    const form = await upload.form();
    if (file.sizeBytes === 0) return { kind: 'empty' };
    const format = formatOf(await file.read(0, headBytes));
    if (format === 'old_excel' || format === 'unknown_type') return { kind: format };
    await file.keep();
    const row = {
      uuid: randomUUID(),
      userUuid: viewer.userUuid,
      digest: file.digest,
      format,
      fileName: oneLine(upload.name).slice(0, maxNameCharacters),
      createdAt: upload.createdAt,
      dryRun: form.dry_run,
      country: form.country ?? null,
      mapping: form.mapping,
      tags: form.tags,
    };
    const { organisationId } = viewer;
    const job = {
      kind: importKind,
      organisationId,
      payload: { import_uuid: row.uuid },
      maxAttempts: importAttempts,
      // Somebody is waiting for the result of a dry run.
      priority: form.dry_run ? ('high' as const) : ('normal' as const),
    };
    const added = await store.add(
      organisationId,
      row,
      async (queries, place) => void (await jobs.enqueue(queries, { ...job, place })),
    );
    return typeof added === 'string' ? { kind: added } : { kind: 'added', row: added };
  }

  async function columnsIn(file: IncomingFile): Promise<ImportColumns> {
    if (file.sizeBytes === 0) return { kind: 'empty' };
    const format = formatOf(await file.read(0, headBytes));
    if (format === 'old_excel' || format === 'unknown_type') return { kind: format };
    try {
      return { kind: 'columns', columns: await readColumns(file, format) };
    } catch (error) {
      if (error instanceof SheetFault) return { kind: 'unreadable', detail: error.message };
      throw error;
    }
  }
  const get: Imports['get'] = async (viewer, uuid) => {
    const row = await store.get(viewer.organisationId as OrganisationId, uuid);
    const seesAll = row?.userUuid === viewer.userUuid || (await sightOf(viewer)) === undefined;
    return seesAll ? row : undefined;
  };
  async function undoOf(row: ImportRow): Promise<ImportUndo> {
    if (row.undoStatus !== null) return { status: row.undoStatus, until: null };
    if (row.dryRun || row.finishedAt === null) return { status: 'none', until: null };
    const until = undoableUntil(row.finishedAt);
    const isOpen = now().toISOString() < until;
    const isThere = isOpen && (await store.hasChanges(row.organisationId as OrganisationId, row.uuid));
    return isThere ? { status: 'available', until } : { status: 'none', until: null };
  }
  const sourceOf = ({ bytes, expectedBytes }: Pick<ImportUpload, 'bytes' | 'expectedBytes'>) => ({
    bytes,
    maxBytes: importLimits.fileBytes,
    ...(expectedBytes === undefined ? {} : { expectedBytes }),
  });

  return {
    enter: slots.enter,
    async add(viewer, upload) {
      const createdAt = now().toISOString();
      const stored = await files.take(sourceOf(upload), (file) => addFile(viewer, file, { ...upload, createdAt }));
      return stored.kind === 'taken' ? stored.value : stored;
    },
    async columns(upload) {
      const columns = await files.take(sourceOf(upload), columnsIn);
      return columns.kind === 'taken' ? columns.value : columns;
    },
    get,
    async list(viewer, page) {
      const seesAll = (await sightOf(viewer)) === undefined;
      return store.list(viewer.organisationId, { ...page, userUuid: seesAll ? undefined : viewer.userUuid });
    },
    undoOf,
    async undo(viewer, uuid) {
      const row = await get(viewer, uuid);
      if (row === undefined) return undefined;
      if (row.finishedAt === null) return 'not_over';
      const { status } = await undoOf(row);
      if (status === 'none') return 'too_late';
      const { organisationId } = viewer;
      const job = { kind: undoKind, organisationId, payload: { import_uuid: uuid }, priority: 'high' as const };
      const isBegun =
        status === 'available' &&
        (await store.beginUndo(organisationId, uuid, async (queries) => void (await jobs.enqueue(queries, job))));
      return isBegun ? get(viewer, uuid) : 'undone';
    },
    async refusals(viewer, uuid) {
      const row = await get(viewer, uuid);
      return row && { row, refusals: await store.refusals(viewer.organisationId, uuid) };
    },
    async cancel(viewer, uuid) {
      const row = await get(viewer, uuid);
      if (row === undefined) return undefined;
      const held = await store.cancel(viewer.organisationId as OrganisationId, uuid, now().toISOString());
      if (held === 'over') return 'over';
      await files.removeUnheld(held);
      return get(viewer, uuid);
    },
  };
}
