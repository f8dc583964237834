import { z } from 'zod';
import { JobFault } from '../../../jobs/index.ts';
import { type PdfPage, type PdfReader, repeatedIn } from '../../../pdf/index.ts';
import type { Documents, Run, RunResult } from '../documents/index.ts';
import { withContinuedTables } from './continued-tables.ts';
import { identityOf, reportFrom } from './identity/index.ts';
import { type OcrRefusal, refusalText } from './refusal.ts';
import { ocrChoices } from './schema.ts';
import type { OcrChunk, OcrPage, OcrStore } from './store.ts';

export interface ReadingOptions {
  readonly store: OcrStore;
  readonly documents: Pick<Documents, 'file'>;
  readonly pdf: Pick<PdfReader, 'read'>;
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
export function createReading({ store, documents, pdf, now, onTrouble }: ReadingOptions) {
  return async (run: Run): Promise<RunResult> => {
    const { owner, documentUuid, signal } = run;
    const { choice: ocrChoice } = optionsSchema.parse(run.options);
    const file = await documents.file(owner, documentUuid);
    if (file === undefined) return failed('no_file');
    const { mimeType } = file.document;
    const isPicture = pictureTypes.has(mimeType);
    if (mimeType === tiffType) return failed('tiff');
    if (mimeType !== pdfType && !isPicture) return failed('not_pdf');
    if (isPicture && ocrChoice === 'text_layer') return failed('no_text_layer');
    const read: PdfPage[] = [];
    const onPage = async (page: PdfPage, pages: number): Promise<void> => {
      signal.throwIfAborted();
      read.push(page);
      await run.progress(page.number / (pages + 1), `Page ${page.number} of ${pages}.`);
    };
    const options = { isPicture, pictures: picturesOf[ocrChoice] };
    const outcome = await file.file.withPath((path) => pdf.read(path, onPage, options));
    if (outcome.kind === 'fault') {
      // The reader is closing; a later attempt reads the file.
      if (outcome.code === 'busy') throw new JobFault('service_closing', 'the document reader is closing');
      if (outcome.code === 'failed') onTrouble(documentUuid, outcome.detail);
      return failed(outcome.code);
    }
    if (read.every(({ pieces }) => pieces.length === 0))
      return failed(ocrChoice === 'text_layer' ? 'no_text_layer' : 'no_text');
    const document = {
      documentUuid,
      ocrChoice,
      ...identityOf(reportFrom(read, outcome.metadata)),
      totalPages: read.length,
      processedAt: now().toISOString(),
    };
    return { kind: 'done', store: (queries) => store.put(queries, document, storedPages(withContinuedTables(read))) };
  };
}

const failed = (code: OcrRefusal): RunResult => ({ kind: 'failed', code, detail: refusalText(code) });

function storedPages(pages: readonly PdfPage[]): OcrPage[] {
  const isRepeated = repeatedIn(pages);
  return pages.map(({ number, pieces }) => ({
    pageNumber: number,
    chunks: pieces.map((piece): OcrChunk => {
      if (piece.place === 'table') return { kind: 'table', table: piece.table };
      const { place, text } = piece;
      if (place === 'margin') return { kind: isRepeated(text) ? 'repeated' : 'body', text };
      return { kind: place, text };
    }),
  }));
}
