import { asc, eq, type InferSelectModel } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, forOrganisation, type Tables, type TenantQueries } from '../../data/index.ts';
import type { DocumentOwner } from '../documents/index.ts';

type OcrRow = InferSelectModel<Tables['ocrDocuments']>;

const chunksSchema = z.array(z.object({ text: z.string(), kind: z.enum(['body', 'repeated']) }));

/** `repeated`: a header, a footer or a page number. */
export type OcrChunk = z.output<typeof chunksSchema>[number];

export interface OcrPage {
  readonly pageNumber: number;
  readonly chunks: readonly OcrChunk[];
}

export type OcrDocument = Omit<OcrRow, 'organisationId'>;

export interface OcrStore {
  /** Whether there is such a document, whoever's it is: it is all that is told of another's. */
  isDocument(documentUuid: string): Promise<boolean>;
  /** Of a document that is known to be its owner's. */
  find(owner: DocumentOwner, documentUuid: string): Promise<OcrDocument | undefined>;
  pages(owner: DocumentOwner, documentUuid: string): Promise<OcrPage[]>;
  /** In the place of what was there. False when the document is gone. */
  put(owner: DocumentOwner, document: OcrDocument, pages: readonly OcrPage[]): Promise<boolean>;
}

const pagesAtOnce = 200;

export function createOcrStore(database: Database): OcrStore {
  const { ocrDocuments, ocrPages, kbDocuments } = database.tables;
  const tenant = ({ organisationId }: DocumentOwner) => forOrganisation(database, organisationId);

  return {
    async isDocument(documentUuid) {
      const where = eq(kbDocuments.uuid, documentUuid);
      const found = database.system.read.select({ uuid: kbDocuments.uuid }).from(kbDocuments).where(where);
      return (await found).length > 0;
    },
    async find(owner, documentUuid) {
      return (await tenant(owner).read.select(ocrDocuments, eq(ocrDocuments.documentUuid, documentUuid)))[0];
    },
    async pages(owner, documentUuid) {
      const orderBy = [asc(ocrPages.pageNumber)];
      const rows = await tenant(owner).read.select(ocrPages, eq(ocrPages.documentUuid, documentUuid), { orderBy });
      return rows.map(({ pageNumber, chunks }) => ({ pageNumber, chunks: chunksSchema.parse(chunks) }));
    },
    put: (owner, document, pages) =>
      tenant(owner).tx(async (queries) => {
        const { documentUuid } = document;
        if ((await queries.count(kbDocuments, eq(kbDocuments.uuid, documentUuid))) === 0) return false;
        await queries.delete(ocrDocuments, eq(ocrDocuments.documentUuid, documentUuid));
        await queries.insert(ocrDocuments, [document]);
        await insertPages(queries, documentUuid, pages);
        return true;
      }),
  };

  async function insertPages(queries: TenantQueries, documentUuid: string, pages: readonly OcrPage[]): Promise<void> {
    for (let at = 0; at < pages.length; at += pagesAtOnce) {
      const some = pages.slice(at, at + pagesAtOnce);
      await queries.insert(
        ocrPages,
        some.map((page) => ({ ...page, documentUuid })),
      );
    }
  }
}
