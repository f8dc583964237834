import { randomUUID } from 'node:crypto';
import type { FileStore, IncomingFile, UploadQuota } from '../../../files/index.ts';
import { oneLine } from '../../../http/fields.ts';
import type { FormFile } from '../../../http/many-uploads.ts';
import { Problem } from '../../../http/problem.ts';
import type { View } from '../interactions/index.ts';
import { refusedFile, unwantedTexts } from './answers.ts';
import type { BulkError, BulkItem, BulkStore, BulkUpload } from './bulk-store.ts';
import type { Intake, Unknown, Unwanted } from './intake.ts';
import type { Recording } from './intake-file.ts';
import { type ManifestRow, maxManifestBytes, readManifest } from './manifest.ts';
import { type Refused, refusalOf } from './recording-file.ts';
import type { About } from './upload-schema.ts';
import type { Viewer } from './viewer.ts';

export interface BulkOptions {
  readonly intake: Pick<Intake, 'addIn' | 'maxFileBytes' | 'quotaBytes' | 'tx'>;
  readonly files: Pick<FileStore, 'take'>;
  readonly store: BulkStore;
  readonly uploadQuota: UploadQuota;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  readonly now: () => Date;
}

export type Bulk = ReturnType<typeof createBulk>;

export const mostBulkFiles = 100;

/** An audio file of the form, in form order. */
interface Arrived extends Recording {
  readonly file: IncomingFile;
}

interface Arriving {
  readonly files: Arrived[];
  readonly errors: BulkError[];
  manifest: Buffer | undefined;
  /** When the request began. */
  readonly since: string;
  /** Bytes left in the quota. */
  roomBytes: number;
}

const shownColumns = 10;

/** Accepts many recordings in one form, with a CSV manifest that describes them. */
export function createBulk({ intake, files, store, uploadQuota, viewOf, now }: BulkOptions) {
  const sentence = (kind: Refused): string => refusedFile(kind, intake).message;

  function detailOf(added: Unknown | { readonly kind: 'over_quota' | Unwanted }): string {
    if (added.kind === 'unknown') return added.detail;
    return added.kind === 'over_quota' ? sentence(added.kind) : unwantedTexts[added.kind];
  }

  /** The file store holds each file until the form has ended, so an aborted form leaves nothing behind. */
  async function receive<T>(
    next: () => Promise<FormFile | undefined>,
    into: Arriving,
    then: () => Promise<T>,
  ): Promise<T> {
    const part = await next();
    if (part === undefined) return then();
    const name = oneLine(part.name).slice(0, 200) || 'recording';
    if (part.field === 'manifest') {
      if (into.manifest !== undefined) throw new Problem('bad_request', 'The form has more than one manifest.');
      into.manifest = await bufferOf(part);
      return receive(next, into, then);
    }
    if (part.field !== 'file' && part.field !== 'files')
      throw new Problem('bad_request', 'Send recordings as the part "files" and the manifest as "manifest".');
    if (into.files.length + into.errors.length === mostBulkFiles)
      throw new Problem(
        'bad_request',
        `The form has more than ${mostBulkFiles} recordings. Send the rest in another request.`,
      );
    const source = { bytes: part.bytes, maxBytes: intake.maxFileBytes };
    const stored = await files.take(source, async (file) => {
      const refused = (await refusalOf(file)) ?? (file.sizeBytes > into.roomBytes ? 'over_quota' : undefined);
      if (refused === undefined) {
        into.roomBytes -= file.sizeBytes;
        into.files.push({ file, name, digest: file.digest, sizeBytes: file.sizeBytes });
      } else into.errors.push({ file: name, row: null, detail: sentence(refused) });
      return receive(next, into, then);
    });
    if (stored.kind === 'taken') return stored.value;
    if (stored.kind === 'no_room') throw refusedFile(stored.kind, intake);
    part.drop();
    into.errors.push({ file: name, row: null, detail: sentence(stored.kind) });
    return receive(next, into, then);
  }

  async function storeAll(viewer: Viewer, { files: arrived, errors, manifest, since }: Arriving): Promise<string> {
    const { rows, unknownColumns } = manifest === undefined ? { rows: [], unknownColumns: [] } : readManifest(manifest);
    if (unknownColumns.length > 0) {
      const names = unknownColumns.slice(0, shownColumns).map((title) => `"${title.slice(0, 60)}"`);
      errors.push({ file: null, row: null, detail: `The manifest has columns that are ignored: ${names.join(', ')}.` });
    }
    errors.push(...faultsOfRows(rows, { arrived, errors }));
    for (const { file } of arrived) await file.keep();
    const uuid = randomUUID();
    await intake.tx(viewer, async (queries) => {
      // A transaction may be retried, so these start empty.
      const faults: BulkError[] = [];
      const items: BulkItem[] = [];
      const filesByDigest = new Map<string, string>();
      for (const { digest, name, sizeBytes } of arrived) {
        const row = rows.find((each) => each.file === name);
        const about = aboutOf(row);
        const before = filesByDigest.get(digest);
        if ('fault' in about) faults.push({ file: name, row: row?.row ?? null, detail: about.fault });
        else if (before !== undefined) items.push({ interactionUuid: before, fileName: name, isDuplicate: true });
        else {
          const added = await intake.addIn(queries, viewer, { about, recording: { digest, name, sizeBytes }, since });
          if (added.kind !== 'inserted') {
            const detail = detailOf(added);
            faults.push({ file: name, row: row?.row ?? null, detail });
            continue;
          }
          items.push({ interactionUuid: added.uuid, fileName: name, isDuplicate: false });
          filesByDigest.set(digest, added.uuid);
          if (row?.note !== undefined) faults.push({ file: name, row: row.row, detail: row.note });
        }
      }
      const upload = { uuid, userUuid: viewer.userUuid, createdAt: now().toISOString() };
      await store.add(queries, { ...upload, items, errors: [...errors, ...faults] });
    });
    return uuid;
  }

  return {
    async add(viewer: Viewer, next: () => Promise<FormFile | undefined>): Promise<BulkUpload> {
      const arriving: Arriving = {
        files: [],
        errors: [],
        manifest: undefined,
        since: now().toISOString(),
        roomBytes: await uploadQuota.left(viewer.organisationId),
      };
      const uuid = await receive(next, arriving, async () => {
        if (arriving.files.length + arriving.errors.length === 0)
          throw new Problem('bad_request', 'The form has no files. Send recordings as the part "files".');
        return storeAll(viewer, arriving);
      });
      return (await store.get(viewer.organisationId, uuid)) as BulkUpload;
    },
    /** Returns the upload to its uploader, and to anyone who may see every call. */
    async get(viewer: Viewer, uuid: string): Promise<BulkUpload | undefined> {
      const upload = await store.get(viewer.organisationId, uuid);
      if (upload === undefined || upload.userUuid === viewer.userUuid) return upload;
      return (await viewOf(viewer)).tags === undefined ? upload : undefined;
    },
  };
}

/** Reports rows without a file, and rows of a file that an earlier row describes. */
function faultsOfRows(
  rows: readonly ManifestRow[],
  { arrived, errors }: Pick<Arriving, 'errors'> & { readonly arrived: readonly Arrived[] },
): BulkError[] {
  const described = new Map<string, number>();
  return rows.flatMap(({ row, file }): BulkError[] => {
    const before = described.get(file);
    if (before !== undefined) return [{ file, row, detail: `Row ${before} describes this file; this row is ignored.` }];
    described.set(file, row);
    const isKnown = arrived.some(({ name }) => name === file) || errors.some((error) => error.file === file);
    return isKnown ? [] : [{ file, row, detail: 'The form has no file with this name.' }];
  });
}

const aboutOf = (row: ManifestRow | undefined): About | { readonly fault: string } => row?.about ?? {};

async function bufferOf(part: FormFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of part.bytes) {
    bytes += piece.length;
    if (bytes > maxManifestBytes) throw new Problem('bad_request', 'The manifest is larger than 1 MiB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
