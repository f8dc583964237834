import { and, desc, eq, getTableColumns, like, not, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation } from '../../../data/index.ts';
import { type DocumentOwner, ownerNameOf, type SeenDocument, visibleTo } from '../documents/index.ts';
import type { ReadingKind } from './schema.ts';

/** A document with its extracted content; null until it is processed. */
export interface ReadRow {
  readonly document: SeenDocument;
  readonly ocr: {
    readonly processedAt: string;
    readonly totalPages: number;
    readonly companyName: string | null;
    readonly companyEvidence: string | null;
    readonly reportYear: number | null;
    readonly yearEvidence: string | null;
  } | null;
  readonly audio: { readonly processedAt: string; readonly durationMs: number } | null;
}

export interface ReadingPage {
  readonly kind: ReadingKind;
  readonly limit: number;
  readonly offset: number;
}

export interface ReadingStore {
  /** Returns those that the person may read, the newest first. */
  list(viewer: DocumentOwner, page: ReadingPage): Promise<{ readonly rows: ReadRow[]; readonly total: number }>;
  get(viewer: DocumentOwner, documentUuid: string): Promise<ReadRow | undefined>;
}

export function createReadingStore(database: Database): ReadingStore {
  const { kbDocuments, ocrDocuments, audioTranscripts, users } = database.tables;
  const reads = ({ organisationId }: DocumentOwner) => forOrganisation(database, organisationId).read;
  const isSound = like(kbDocuments.mimeType, 'audio/%');

  const rowsOf = ({ system, own }: ReturnType<typeof reads>, where: SQL) => {
    const { processedAt, totalPages, companyName, companyEvidence, reportYear, yearEvidence } = ocrDocuments;
    return system
      .select({
        document: { ...getTableColumns(kbDocuments), ownerName: ownerNameOf(users) },
        ocr: { processedAt, totalPages, companyName, companyEvidence, reportYear, yearEvidence },
        audio: { processedAt: audioTranscripts.processedAt, durationMs: audioTranscripts.durationMs },
      })
      .from(kbDocuments)
      .leftJoin(users, eq(users.uuid, kbDocuments.userUuid))
      .leftJoin(ocrDocuments, eq(ocrDocuments.documentUuid, kbDocuments.uuid))
      .leftJoin(audioTranscripts, eq(audioTranscripts.documentUuid, kbDocuments.uuid))
      .where(own(kbDocuments, where));
  };

  return {
    async list(viewer, { kind, limit, offset }) {
      const read = reads(viewer);
      const where = and(visibleTo(database.tables, viewer), kind === 'audio' ? isSound : not(isSound)) as SQL;
      const rows = rowsOf(read, where).orderBy(desc(kbDocuments.createdAt), desc(kbDocuments.uuid));
      return { rows: await rows.limit(limit).offset(offset), total: await read.count(kbDocuments, where) };
    },
    async get(viewer, documentUuid) {
      const where = and(eq(kbDocuments.uuid, documentUuid), visibleTo(database.tables, viewer)) as SQL;
      return (await rowsOf(reads(viewer), where))[0];
    },
  };
}
