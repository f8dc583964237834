import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { type FileKind, type FileStore, kindOf } from '../../../files/index.ts';
import { Problem } from '../../../http/problem.ts';
import { type Bundle, fileLimits } from './agent-file.ts';
import type { Checked } from './check.ts';
import type { Exported } from './export.ts';
import type { Stores } from './stores.ts';
import type { NewDocument } from './write.ts';

export interface ContentOptions {
  readonly stores: Stores;
  readonly files: FileStore;
  readonly safeFileName: (name: string, kind: FileKind) => string;
  readonly now: () => Date;
}

const tooLargeToExport = (): Problem =>
  new Problem(
    'conflict',
    'The documents of the agent are too large for one file. Take some out of its knowledge first.',
  );

export async function contentsOf(
  { stores, files }: ContentOptions,
  organisation: OrganisationId,
  { exported, userUuid }: { readonly exported: Exported; readonly userUuid: string },
) {
  const contents = new Map<string, Buffer>();
  const rows = await stores.parts.documents(organisation, exported.agent.knowledge_document_ids);
  let left: number = fileLimits.contentBytes;
  for (const { digest, userUuid: owner, sizeBytes } of rows) {
    // Those of colleagues are left out, also if this person may read them.
    if (owner !== userUuid || contents.has(digest)) continue;
    left -= sizeBytes;
    if (left < 0) throw tooLargeToExport();
    const file = await files.find(digest);
    if (file !== undefined) contents.set(digest, Buffer.concat(await (await file.stream()).toArray()));
  }
  return contents;
}

/** Stores the contents of new documents, which `write` refers to. Nothing stays if it throws. */
export async function withDocuments<T>(
  { files, safeFileName, now }: ContentOptions,
  {
    checked: { documents },
    bundle: { contents },
    isDry,
  }: { readonly checked: Checked; readonly bundle: Bundle; readonly isDry: boolean },
  write: (rows: readonly NewDocument[]) => Promise<T>,
): Promise<T> {
  const added = documents.filter(({ uuid, sha256 }, at) => {
    const isFirst = documents.findIndex((document) => document.sha256 === sha256) === at;
    return uuid === undefined && isFirst;
  });
  const rows: NewDocument[] = [];
  const next = async (at: number): Promise<T> => {
    const document = added[at];
    if (document === undefined) return write(rows);
    const bytes = contents.get(document.sha256) as Buffer;
    const readAt = async (start: number, length: number): Promise<Uint8Array> => bytes.subarray(start, start + length);
    const kind = await kindOf({ read: readAt, sizeBytes: bytes.length }, document.file_name);
    if (kind === undefined) throw new Problem('bad_request', `The type of "${document.title}" is not accepted.`);
    rows.push({
      uuid: randomUUID(),
      title: document.title,
      fileName: safeFileName(document.file_name, kind),
      mimeType: kind.mimeType,
      sizeBytes: bytes.length,
      digest: document.sha256,
      visibility: 'private',
      createdAt: now().toISOString(),
    });
    if (isDry) return next(at + 1);
    const source = { bytes: oneChunk(bytes), maxBytes: bytes.length, expectedBytes: bytes.length };
    const storedFile = await files.take(source, async (file) => {
      await file.keep();
      return next(at + 1);
    });
    if (storedFile.kind !== 'taken')
      throw new Problem('unavailable', 'The disk of the server is nearly full. Uploads are disabled.', {
        'retry-after': '60',
      });
    return storedFile.value;
  };
  return next(0);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
