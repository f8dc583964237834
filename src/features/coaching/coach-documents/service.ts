import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import {
  type AddResult,
  type Documents,
  markdownOf,
  type NewUpload,
  type Reading,
  type Readings,
} from '../../documents/index.ts';
import type { CoachDocument, NewDocument, WholeDocument } from './schema.ts';
import type { CoachDocumentStore, DocumentRow, ListedRow } from './store.ts';

export interface CoachDocumentsOptions {
  readonly store: CoachDocumentStore;
  /** Uploaded files are stored and read as documents of the knowledge base. */
  readonly documents: Pick<Documents, 'add' | 'enter' | 'remove' | 'maxFileBytes' | 'quotaBytes'>;
  readonly readings: Pick<Readings, 'get' | 'begin' | 'pages' | 'transcript'>;
  readonly now: () => Date;
}

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export type CoachDocuments = ReturnType<typeof createCoachDocuments>;

const pagesAtOnce = 50;
const mostCharacters = 1_000_000;

/** Texts that simulated customers know. */
export function createCoachDocuments({ store, documents, readings, now }: CoachDocumentsOptions) {
  const readingOf = (organisationId: OrganisationId, { userUuid, kbDocumentUuid }: ListedRow) =>
    kbDocumentUuid === null ? undefined : readings.get({ organisationId, userUuid }, kbDocumentUuid);

  async function toJson(organisation: OrganisationId, row: ListedRow): Promise<CoachDocument> {
    const { uuid, title, source, createdAt } = row;
    const status = row.kbDocumentUuid === null ? 'ready' : statusOf(await readingOf(organisation, row));
    return { uuid, title, source, status, created_at: createdAt };
  }

  async function keep({ organisationId }: Viewer, row: DocumentRow): Promise<CoachDocument> {
    await store.add(organisationId, row);
    return toJson(organisationId, row);
  }
  const rowOf = ({ userUuid }: Viewer, title: string, source: DocumentRow['source']): DocumentRow => ({
    uuid: randomUUID(),
    userUuid,
    title,
    source,
    body: null,
    kbDocumentUuid: null,
    createdAt: now().toISOString(),
  });

  return {
    enter: documents.enter,
    maxFileBytes: documents.maxFileBytes,
    quotaBytes: documents.quotaBytes,
    addText: (viewer: Viewer, { title, text }: NewDocument): Promise<CoachDocument> =>
      keep(viewer, { ...rowOf(viewer, title, 'text'), body: text }),
    /** Adds a file and reads it in the background. */
    async addFile(viewer: Viewer, upload: NewUpload): Promise<CoachDocument | Exclude<AddResult, { kind: 'added' }>> {
      const added = await documents.add(viewer, upload);
      if (added.kind !== 'added') return added;
      const { uuid, title } = added.document;
      await readings.begin(viewer, uuid, 'general');
      return keep(viewer, { ...rowOf(viewer, title, 'upload'), kbDocumentUuid: uuid });
    },
    async get(organisation: OrganisationId, uuid: string): Promise<WholeDocument | undefined> {
      const row = await store.get(organisation, uuid);
      if (row === undefined) return undefined;
      return { ...(await toJson(organisation, row)), text: await textOf(readings, organisation, row) };
    },
    async list(organisation: OrganisationId, page: { readonly limit: number; readonly offset: number }) {
      const { rows, total } = await store.list(organisation, page);
      return { results: await Promise.all(rows.map((row) => toJson(organisation, row))), total };
    },
    /** Returns the texts of those that are ready. */
    async texts(organisation: OrganisationId, uuids: readonly string[]) {
      const rows = await store.among(organisation, uuids);
      const ordered = uuids.flatMap((uuid) => rows.filter((row) => row.uuid === uuid));
      const texts = [];
      for (const row of ordered)
        texts.push({ title: row.title, text: (await textOf(readings, organisation, row)) ?? '' });
      return texts.filter(({ text }) => text !== '');
    },
    /** Returns whether the document existed. An uploaded file is removed from the knowledge base too. */
    async remove(organisationId: OrganisationId, uuid: string): Promise<boolean> {
      const row = await store.remove(organisationId, uuid);
      if (row?.kbDocumentUuid) await documents.remove({ organisationId, userUuid: row.userUuid }, row.kbDocumentUuid);
      return row !== undefined;
    },
  };
}

/** Returns the text of a document; null while its file is not read. */
async function textOf(
  readings: CoachDocumentsOptions['readings'],
  organisationId: OrganisationId,
  row: DocumentRow,
): Promise<string | null> {
  const { body, userUuid, kbDocumentUuid } = row;
  if (body !== null || kbDocumentUuid === null) return body;
  const owner = { organisationId, userUuid };
  const transcript = await readings.transcript(owner, kbDocumentUuid);
  if (typeof transcript === 'object') return transcript.sentences.map(({ text }) => text).join(' ');
  let text = '';
  for (let offset = 0; text.length < mostCharacters; offset += pagesAtOnce) {
    const page = await readings.pages(owner, kbDocumentUuid, { limit: pagesAtOnce, offset });
    if (typeof page !== 'object') return offset === 0 ? null : text;
    text += page.pages.map(({ chunks }) => `${markdownOf(chunks)}\n\n`).join('');
    if (offset + pagesAtOnce >= page.total) break;
  }
  return text.trimEnd();
}

function statusOf(reading: Reading | undefined): CoachDocument['status'] {
  if (reading === undefined) return 'failed';
  if (reading.ocr !== null || reading.audio !== null) return 'ready';
  return reading.work === undefined || reading.work.status === 'failed' ? 'failed' : 'processing';
}
