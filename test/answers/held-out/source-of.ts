import type { Block, Source } from '../../../src/answers/index.ts';
import { identityOf, reportFrom } from '../../../src/features/documents/ocr/identity/index.ts';
import { type PdfMetadata, type PdfPage, repeatedIn } from '../../../src/pdf/index.ts';

/** Builds the source as the document agent does: company and year are detected, not given. */
export function documentSource(key: string, pages: readonly PdfPage[], metadata: PdfMetadata): Source {
  const { companyName, reportYear } = identityOf(reportFrom(pages, metadata));
  const isRepeated = repeatedIn(pages);
  const parts = pages.map(({ number, pieces }) => ({
    place: `page ${number}`,
    blocks: pieces.flatMap((piece): Block[] => {
      if (piece.place === 'table') return [{ kind: 'table', table: piece.table }];
      if (piece.place === 'margin' && isRepeated(piece.text)) return [];
      return [{ kind: piece.place === 'heading' ? 'heading' : 'text', text: piece.text }];
    }),
  }));
  const read = async () => parts;
  return { key, title: key, about: companyName ?? undefined, year: reportYear ?? undefined, read };
}
