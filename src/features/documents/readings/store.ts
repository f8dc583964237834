import { and, desc, eq, like, not, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation } from '../../../data/index.ts';
import type { DocumentOwner, DocumentRow } from '../documents/index.ts';
import type { ReadingKind } from './schema.ts';

/** A document with its extracted content; null until it is processed. */
export interface ReadRow {
  readonly document: DocumentRow;
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
  /** The newest first. */
  list(owner: DocumentOwner, page: ReadingPage): Promise<{ readonly rows: ReadRow[]; readonly total: number }>;
  get(owner: DocumentOwner, documentUuid: string): Promise<ReadRow | undefined>;
}

export function createReadingStore(database: Database): ReadingStore {
  const { kbDocuments, ocrDocuments, audioTranscripts } = database.tables;
  const reads = ({ organisationId }: DocumentOwner) => forOrganisation(database, organisationId).read;
  const isSound = like(kbDocuments.mimeType, 'audio/%');

  const rowsOf = ({ system, own }: ReturnType<typeof reads>, where: SQL) => {
    const { processedAt, totalPages, companyName, companyEvidence, reportYear, yearEvidence } = ocrDocuments;
    return system
      .select({
        document: kbDocuments,
        ocr: { processedAt, totalPages, companyName, companyEvidence, reportYear, yearEvidence },
        audio: { processedAt: audioTranscripts.processedAt, durationMs: audioTranscripts.durationMs },
      })
      .from(kbDocuments)
      .leftJoin(ocrDocuments, eq(ocrDocuments.documentUuid, kbDocuments.uuid))
      .leftJoin(audioTranscripts, eq(audioTranscripts.documentUuid, kbDocuments.uuid))
      .where(own(kbDocuments, where));
  };

  return {
    async list(owner, { kind, limit, offset }) {
      const read = reads(owner);
      const where = and(eq(kbDocuments.userUuid, owner.userUuid), kind === 'audio' ? isSound : not(isSound)) as SQL;
      const rows = rowsOf(read, where).orderBy(desc(kbDocuments.createdAt), desc(kbDocuments.uuid));
      return { rows: await rows.limit(limit).offset(offset), total: await read.count(kbDocuments, where) };
    },
    async get(owner, documentUuid) {
      const where = and(eq(kbDocuments.uuid, documentUuid), eq(kbDocuments.userUuid, owner.userUuid)) as SQL;
      return (await rowsOf(reads(owner), where))[0];
    },
  };
}
