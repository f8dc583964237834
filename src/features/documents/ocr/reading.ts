import { z } from 'zod';
import { websiteType } from '../../../files/index.ts';
import { JobFault } from '../../../jobs/index.ts';
import { type OfficeReader, officeFormatOf } from '../../../office/index.ts';
import { type PdfPage, type PdfReader, type Piece, repeatedIn } from '../../../pdf/index.ts';
import type { Documents, Run, RunResult } from '../documents/index.ts';
import { withContinuedTables } from './continued-tables.ts';
import { identityOf, reportFrom } from './identity/index.ts';
import { type OcrRefusal, refusalText } from './refusal.ts';
import { ocrChoices } from './schema.ts';
import { type OcrChunk, type OcrDocument, type OcrPage, type OcrStore, unreadNote } from './store.ts';

export interface ReadingOptions {
  readonly store: OcrStore;
  readonly documents: Pick<Documents, 'file'>;
  readonly pdf: Pick<PdfReader, 'read'>;
  readonly office: Pick<OfficeReader, 'read'>;
  /** Reads a document that is a website. */
  readonly website: (run: Run) => Promise<RunResult>;
  readonly now: () => Date;
  /** Called when the parser fails on a file, which is a fault of the server. */
  readonly onTrouble: (documentUuid: string, detail: string | undefined) => void;
}

const optionsSchema = z.object({ choice: z.enum(ocrChoices) });

const pdfType = 'application/pdf';
const tiffType = 'image/tiff';
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);
const picturesOf = { general: 'without_text', text_layer: 'none', ocr: 'all' } as const;
/** Time limit of a run. The reader itself gives up earlier. */
export const readingLimitMs = 40 * 60_000;

/** Reads a document. The result is stored once complete; until then the previous one stays. */
export function createReading({ store, documents, pdf, office, website, now, onTrouble }: ReadingOptions) {
  return async (run: Run): Promise<RunResult> => {
    const { owner, documentUuid, signal } = run;
    const { choice: ocrChoice } = optionsSchema.parse(run.options);
    const file = await documents.file(owner, documentUuid);
    if (file === undefined) return failed('no_file');
    const { mimeType } = file.document;
    if (mimeType === websiteType) return website(run);
    const isPicture = pictureTypes.has(mimeType);
    if (mimeType === tiffType) return failed('tiff');
    const format = officeFormatOf(mimeType);
    if (mimeType !== pdfType && !isPicture && format === undefined) return failed('not_pdf');
    if (isPicture && ocrChoice === 'text_layer') return failed('no_text_layer');
    const read: PdfPage[] = [];
    const onPage = async (page: PdfPage, pages: number): Promise<void> => {
      signal.throwIfAborted();
      read.push(page);
      await run.progress(
        page.number / (pages + 1),
        `${format === undefined ? 'Page' : 'Part'} ${page.number} of ${pages}.`,
      );
    };
    const options = { isPicture, pictures: picturesOf[ocrChoice] };
    const outcome = await file.file.withPath((path) =>
      format === undefined ? pdf.read(path, onPage, options) : office.read(path, onPage, { format }),
    );
    if (outcome.kind === 'fault') {
      // The reader is closing; a later attempt reads the file.
      if (outcome.code === 'busy') throw new JobFault('service_closing', 'the document reader is closing');
      if (outcome.code === 'failed') onTrouble(documentUuid, outcome.detail);
      return failed(outcome.code);
    }
    if (read.every(({ pieces }) => pieces.length === 0))
      return failed(ocrChoice === 'text_layer' ? 'no_text_layer' : 'no_text');
    const how = { documentUuid, ocrChoice, processedAt: now().toISOString() };
    const { document, pages } = readDocument(read, outcome.metadata, how);
    return { kind: 'done', store: (queries) => store.put(queries, document, pages) };
  };
}

/** Makes of a file's pages what is stored: the pages, and the company and year that they name. */
export function readDocument(
  read: readonly PdfPage[],
  metadata: { readonly title?: string | undefined; readonly author?: string | undefined },
  how: Pick<OcrDocument, 'documentUuid' | 'ocrChoice' | 'processedAt'>,
): { readonly document: OcrDocument; readonly pages: OcrPage[] } {
  const { title, author } = metadata;
  const named = { ...(title !== undefined && { title }), ...(author !== undefined && { author }) };
  const document = { ...how, ...identityOf(reportFrom(read, named)), totalPages: read.length };
  return { document, pages: storedPages(withContinuedTables(read)) };
}

/** Returns the pieces of a stored page. */
export const piecesOf = ({ chunks }: OcrPage): Piece[] =>
  chunks.flatMap((chunk): Piece[] => {
    if (chunk.kind === 'table') return [{ place: 'table', table: chunk.table }];
    if (chunk.kind === 'note') return [];
    return [{ place: chunk.kind === 'repeated' ? 'margin' : chunk.kind, text: chunk.text }];
  });

const failed = (code: OcrRefusal): RunResult => ({ kind: 'failed', code, detail: refusalText(code) });

function storedPages(pages: readonly PdfPage[]): OcrPage[] {
  const isRepeated = repeatedIn(pages);
  const chunkOf = (piece: Piece): OcrChunk => {
    if (piece.place === 'table') return { kind: 'table', table: piece.table };
    const { place, text } = piece;
    if (place === 'margin') return { kind: isRepeated(text) ? 'repeated' : 'body', text };
    return { kind: place, text };
  };
  return pages.map(({ number, place = null, pieces, isUnread = false }) => ({
    pageNumber: number,
    place,
    chunks: isUnread ? [unreadNote] : pieces.map(chunkOf),
  }));
}
