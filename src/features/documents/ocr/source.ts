import type { Block, Part, Source } from '../../../answers/index.ts';
import type { DocumentRow } from '../documents/index.ts';
import type { OcrChunk, OcrDocument, OcrPage } from './store.ts';

/** Returns the subject of a document, as context for questions about it. */
export const subjectOf = (
  { title }: Pick<DocumentRow, 'title'>,
  { companyName, reportYear }: Pick<OcrDocument, 'companyName' | 'reportYear'>,
): Pick<Source, 'title' | 'about' | 'year'> => ({
  title: companyName === null ? title : `${title} (${companyName})`,
  about: companyName ?? undefined,
  year: reportYear ?? undefined,
});

/** Converts a page to a part for answering questions. */
export const partOf = ({ pageNumber, place, chunks }: OcrPage): Part => ({
  place: place ?? `page ${pageNumber}`,
  blocks: chunks.flatMap(blockOf),
});

function blockOf(chunk: OcrChunk): Block[] {
  if (chunk.kind === 'table') return [chunk];
  if (chunk.kind === 'repeated' || chunk.kind === 'note') return [];
  return [{ kind: chunk.kind === 'heading' ? 'heading' : 'text', text: chunk.text }];
}
