import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../data/index.ts';
import type { FileStore, IncomingFile, UploadSlots } from '../../files/index.ts';
import { oneLine } from '../../http/visible-text.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Sight, Viewer } from '../contacts/index.ts';
import { importLimits } from './limits.ts';
import { importAttempts, importKind } from './run-import.ts';
import type { ImportForm } from './schema.ts';
import type { ImportRow, ImportStore } from './store.ts';

export interface ImportsOptions {
  readonly store: ImportStore;
  readonly files: FileStore;
  readonly slots: UploadSlots;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly now: () => Date;
}

export interface ImportUpload {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly expectedBytes: number | undefined;
  /** Asked for when the bytes are read; throws for what cannot be. */
  readonly form: () => Promise<ImportForm>;
}

export type AddImport =
  | { readonly kind: 'added'; readonly row: ImportRow }
  | { readonly kind: 'empty' | 'unknown_type' | 'old_excel' | 'too_large' | 'no_room' | 'full' };

export interface Imports {
  enter(viewer: Viewer): (() => void) | undefined;
  add(viewer: Viewer, upload: ImportUpload): Promise<AddImport>;
  /** Who does not see every contact sees their own imports only. */
  get(viewer: Viewer, uuid: string): Promise<ImportRow | undefined>;
}

const headBytes = 4096;
const maxNameCharacters = 200;

export function createImports({ store, files, slots, jobs, sightOf, now }: ImportsOptions): Imports {
  async function addFile(viewer: Viewer, file: IncomingFile, upload: ImportUpload): Promise<AddImport> {
    const form = await upload.form();
    if (file.sizeBytes === 0) return { kind: 'empty' };
    const format = formatOf(await file.read(0, headBytes));
    if (format === 'old_excel' || format === 'unknown_type') return { kind: format };
    await file.keep();
    const row = {
      ...{ uuid: randomUUID(), userUuid: viewer.userUuid, digest: file.digest, format },
      ...{ fileName: oneLine(upload.name).slice(0, maxNameCharacters), createdAt: now().toISOString() },
      ...{ dryRun: form.dry_run, country: form.country ?? null, mapping: form.mapping, tags: form.tags },
    };
    const { organisationId } = viewer;
    const job = { kind: importKind, organisationId, payload: { import_uuid: row.uuid }, maxAttempts: importAttempts };
    const added = await store.add(organisationId, row, async (queries) => void (await jobs.enqueue(queries, job)));
    return added === 'full' ? { kind: 'full' } : { kind: 'added', row: added };
  }

  return {
    enter: ({ userUuid }) => slots.enter(userUuid),
    async add(viewer, upload) {
      const { bytes, expectedBytes } = upload;
      const source = {
        bytes,
        maxBytes: importLimits.fileBytes,
        ...(expectedBytes === undefined ? {} : { expectedBytes }),
      };
      const taken = await files.take(source, (file) => addFile(viewer, file, upload));
      return taken.kind === 'taken' ? taken.value : taken;
    },
    async get(viewer, uuid) {
      const row = await store.get(viewer.organisationId as OrganisationId, uuid);
      const seesAll = row?.userUuid === viewer.userUuid || (await sightOf(viewer)) === undefined;
      return seesAll ? row : undefined;
    },
  };
}

/** By its beginning, never by its name. A table of separated values is text, and may be in UTF-16. */
function formatOf(head: Uint8Array): ImportRow['format'] | 'old_excel' | 'unknown_type' {
  const start = Buffer.from(head.subarray(0, 4)).toString('hex');
  if (start === '504b0304') return 'xlsx';
  if (start === 'd0cf11e0') return 'old_excel';
  const isUtf16 = start.startsWith('fffe');
  return !isUtf16 && head.includes(0) ? 'unknown_type' : 'csv';
}
