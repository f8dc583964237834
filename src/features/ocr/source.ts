import type { Block, Part, Source } from '../../answers/index.ts';
import type { DocumentRow } from '../documents/index.ts';
import type { OcrChunk, OcrDocument, OcrPage } from './store.ts';

/** What a document is about, as questions to it are understood. */
export const subjectOf = (
  { title }: Pick<DocumentRow, 'title'>,
  { companyName, reportYear }: Pick<OcrDocument, 'companyName' | 'reportYear'>,
): Pick<Source, 'title' | 'about' | 'year'> => ({
  title: companyName === null ? title : `${title} (${companyName})`,
  about: companyName ?? undefined,
  year: reportYear ?? undefined,
});

/** A page as questions are answered from it. */
export const partOf = ({ pageNumber, chunks }: OcrPage): Part => ({
  place: `page ${pageNumber}`,
  blocks: chunks.flatMap(blockOf),
});

function blockOf(chunk: OcrChunk): Block[] {
  if (chunk.kind === 'table') return [chunk];
  if (chunk.kind === 'repeated') return [];
  return [{ kind: chunk.kind === 'heading' ? 'heading' : 'text', text: chunk.text }];
}
