import { and, asc, eq, type InferSelectModel, or } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, forOrganisation, type Tables, type TenantQueries } from '../../../data/index.ts';
import { tableSchema } from '../../../pdf/index.ts';
import type { DocumentOwner } from '../documents/index.ts';

type OcrRow = InferSelectModel<Tables['ocrDocuments']>;

const chunksSchema = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['body', 'heading', 'repeated', 'note']), text: z.string() }),
    z.object({ kind: z.literal('table'), table: tableSchema }),
  ]),
);

/** `repeated`: a header, a footer or a page number. `note`: says that a page could not be read; answers do not use it. */
export type OcrChunk = z.output<typeof chunksSchema>[number];

/** The content of a page that shows something, but no text that could be read. */
export const unreadNote: OcrChunk = {
  kind: 'note',
  text: 'This page could not be read. It may be handwritten, or its picture too poor. Scan it upright at 300 dpi or more.',
};

export interface OcrPage {
  readonly pageNumber: number;
  /** How an answer names it, if not by its number: "slide 3". */
  readonly place?: string | null;
  readonly chunks: readonly OcrChunk[];
  /** Where a page of a website came from. */
  readonly source?: unknown;
}

export type OcrDocument = Omit<OcrRow, 'organisationId'>;

export interface OcrStore {
  /** The caller must have checked that the document belongs to the owner. */
  find(owner: DocumentOwner, documentUuid: string): Promise<OcrDocument | undefined>;
  pages(owner: DocumentOwner, documentUuid: string, range?: PageRange): Promise<OcrPage[]>;
  /** Returns the number of pages without text, or that could not be read. */
  emptyPages(owner: DocumentOwner, documentUuid: string): Promise<number>;
  /** Replaces the stored chunks. */
  put(queries: TenantQueries, document: OcrDocument, pages: readonly OcrPage[]): Promise<void>;
}

/** A range of pages of a document. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

const pagesAtOnce = 200;

export function createOcrStore(database: Database): OcrStore {
  const { ocrDocuments, ocrPages } = database.tables;
  const tenant = ({ organisationId }: DocumentOwner) => forOrganisation(database, organisationId);

  return {
    async find(owner, documentUuid) {
      return (await tenant(owner).read.select(ocrDocuments, eq(ocrDocuments.documentUuid, documentUuid)))[0];
    },
    async pages(owner, documentUuid, range) {
      const page = { ...range, orderBy: [asc(ocrPages.pageNumber)] };
      const rows = await tenant(owner).read.select(ocrPages, eq(ocrPages.documentUuid, documentUuid), page);
      return rows.map(({ pageNumber, place, chunks, source }) => ({
        pageNumber,
        place,
        chunks: chunksSchema.parse(chunks),
        ...(source !== null && { source }),
      }));
    },
    emptyPages(owner, documentUuid) {
      const isEmpty = or(eq(ocrPages.chunks, []), eq(ocrPages.chunks, [unreadNote]));
      return tenant(owner).read.count(ocrPages, and(eq(ocrPages.documentUuid, documentUuid), isEmpty));
    },
    async put(queries, document, pages) {
      await queries.delete(ocrDocuments, eq(ocrDocuments.documentUuid, document.documentUuid));
      await queries.insert(ocrDocuments, [document]);
      await insertPages(queries, document.documentUuid, pages);
    },
  };

  async function insertPages(queries: TenantQueries, documentUuid: string, pages: readonly OcrPage[]): Promise<void> {
    for (let at = 0; at < pages.length; at += pagesAtOnce) {
      const some = pages.slice(at, at + pagesAtOnce);
      await queries.insert(
        ocrPages,
        some.map(({ source = null, ...page }) => ({ ...page, source, documentUuid })),
      );
    }
  }
}
