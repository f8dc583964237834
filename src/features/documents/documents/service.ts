import { randomUUID } from 'node:crypto';
import {
  type FileKind,
  type FileStore,
  type IncomingFile,
  kindOf,
  type StoredFile,
  troubleOf,
  websiteType,
} from '../../../files/index.ts';
import type { AddressTokens } from '../../../secrets/index.ts';
import { safeFileName, safeTitle, titleOf } from './file-name.ts';
import type { DocumentChange, DocumentOwner, DocumentRow, DocumentStore, SeenDocument } from './store.ts';

export interface DocumentsOptions {
  readonly store: DocumentStore;
  readonly files: FileStore;
  readonly slots: { enter(owner: DocumentOwner): (() => void) | undefined };
  readonly downloadTokens: AddressTokens;
  readonly maxFileBytes: number;
  /** Limit for all documents of an organisation. */
  readonly quotaBytes: number;
  readonly now: () => Date;
}

export interface NewUpload {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly expectedBytes: number | undefined;
  /** Called once the bytes have been read. */
  readonly title: () => Promise<string | undefined>;
  /** `private` by default. */
  readonly visibility?: () => Promise<DocumentRow['visibility'] | undefined>;
  /** Whether the file is the link of a website. Other links are refused: a link alone does not say how to read the site. */
  readonly isWebsite?: true;
}

export type AddResult =
  | { readonly kind: 'added'; readonly document: DocumentRow }
  | {
      readonly kind:
        | 'empty'
        | 'unknown_type'
        | 'cut_short'
        | 'locked_office'
        | 'old_office'
        | 'website_link'
        | 'bad_title'
        | 'too_large'
        | 'no_room'
        | 'over_quota';
    };

export interface Documents {
  readonly maxFileBytes: number;
  readonly quotaBytes: number;
  /** Takes an upload slot and returns the function that releases it; undefined if none is free. */
  enter(owner: DocumentOwner): (() => void) | undefined;
  add(owner: DocumentOwner, upload: NewUpload): Promise<AddResult>;
  get: DocumentStore['get'];
  seen: DocumentStore['seen'];
  owned: DocumentStore['owned'];
  list: DocumentStore['list'];
  /** Returns `bad_title` if the title has no visible character. */
  change(owner: DocumentOwner, uuid: string, set: DocumentChange): Promise<DocumentRow | 'bad_title' | undefined>;
  /** Returns a document that the person may read with its file; undefined if either is missing. */
  file(viewer: DocumentOwner, uuid: string): Promise<{ document: DocumentRow; file: StoredFile } | undefined>;
  /** Returns whether the document exists and its file is only on other servers. */
  isElsewhere: DocumentStore['isElsewhere'];
  /** Returns a token for a download link; undefined if the document does not exist. */
  downloadToken(viewer: DocumentOwner, uuid: string): Promise<string | undefined>;
  /** Returns the owner of the token's document. */
  ownerByToken: AddressTokens['read'];
  /** Returns whether the document existed. */
  remove(owner: DocumentOwner, uuid: string): Promise<boolean>;
}

/** Documents of the knowledge base. Each belongs to one person, who may let the organisation read it. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { store, files, slots, downloadTokens, maxFileBytes, quotaBytes, now } = options;

  async function addFile(owner: DocumentOwner, file: IncomingFile, upload: NewUpload): Promise<AddResult> {
    const givenTitle = await upload.title();
    if (file.sizeBytes === 0) return { kind: 'empty' };
    const kind: FileKind | undefined = await kindOf(file, upload.name);
    if (kind === undefined) return { kind: await troubleOf(file) };
    if (kind.mimeType === websiteType && upload.isWebsite !== true) return { kind: 'website_link' };
    const fileName = safeFileName(upload.name, kind);
    const title = givenTitle === undefined || givenTitle.trim() === '' ? titleOf(fileName) : safeTitle(givenTitle);
    if (title === undefined) return { kind: 'bad_title' };
    if ((await room(owner)) < file.sizeBytes) return { kind: 'over_quota' };
    await file.keep();
    const document = {
      uuid: randomUUID(),
      title,
      fileName,
      mimeType: kind.mimeType,
      sizeBytes: file.sizeBytes,
      digest: file.digest,
      visibility: (await upload.visibility?.()) ?? 'private',
      createdAt: now().toISOString(),
    };
    if (!(await store.add(owner, document, quotaBytes))) return { kind: 'over_quota' };
    return { kind: 'added', document: { ...document, ...owner } };
  }

  const room = async ({ organisationId }: DocumentOwner): Promise<number> =>
    quotaBytes === Number.POSITIVE_INFINITY ? quotaBytes : quotaBytes - (await store.usedBytes(organisationId));

  return {
    maxFileBytes,
    quotaBytes,
    enter: slots.enter,
    async add(owner, upload) {
      const { bytes, expectedBytes } = upload;
      if ((await room(owner)) <= 0) return { kind: 'over_quota' };
      const source = { bytes, maxBytes: maxFileBytes, ...(expectedBytes === undefined ? {} : { expectedBytes }) };
      const stored = await files.take(source, (file) => addFile(owner, file, upload));
      return stored.kind === 'taken' ? stored.value : stored;
    },
    get: store.get,
    seen: store.seen,
    owned: store.owned,
    list: store.list,
    isElsewhere: store.isElsewhere,
    async change(owner, uuid, { title, ...set }) {
      const safe = title === undefined ? undefined : safeTitle(title);
      if (title !== undefined && safe === undefined) return 'bad_title';
      return store.change(owner, uuid, safe === undefined ? set : { ...set, title: safe });
    },
    async file(viewer, uuid) {
      const document = await store.seen(viewer, uuid);
      const file = document === undefined ? undefined : await files.find(document.digest);
      return document === undefined || file === undefined ? undefined : { document, file };
    },
    async downloadToken(viewer, uuid) {
      const document = await store.seen(viewer, uuid);
      return document === undefined ? undefined : downloadTokens.issue(viewer, uuid);
    },
    ownerByToken: downloadTokens.read,
    async remove(owner, uuid) {
      const held = await store.remove(owner, uuid);
      if (held === undefined) return false;
      await files.removeUnheld(held);
      return true;
    },
  };
}

/** Formats a document for a person who may read it. */
export const documentToJson = (
  row: DocumentRow & Partial<Pick<SeenDocument, 'ownerName'>>,
  { userUuid }: Pick<DocumentOwner, 'userUuid'>,
) => ({
  uuid: row.uuid,
  title: row.title,
  file_name: row.fileName,
  mime_type: row.mimeType,
  size_bytes: row.sizeBytes,
  created_at: row.createdAt,
  visibility: row.visibility,
  is_own: row.userUuid === userUuid,
  owner_name: row.userUuid === userUuid ? null : (row.ownerName ?? null),
});
