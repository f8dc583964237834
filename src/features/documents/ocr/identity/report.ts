import { type PdfMetadata, type PdfPage, repeatedIn } from '../../../../pdf/index.ts';

/** Parts of a document that identify its company and year. */
export interface Report {
  /** Lines of the first page, the largest first. */
  readonly title: readonly string[];
  /** Repeated headers and footers, each once. */
  readonly margins: readonly string[];
  readonly metadata: PdfMetadata;
  /** Texts of the first pages, up to the number examined. */
  readonly pages: readonly string[];
}

const pagesLookedAt = 120;
const charactersOfPage = 20_000;
const charactersOfLine = 300;
/** Characters above which the first page is a page of text and not a title. */
const maxTitle = 1500;

export function reportFrom(pages: readonly PdfPage[], metadata: PdfMetadata): Report {
  const isRepeated = repeatedIn(pages);
  const margins = new Set<string>();
  for (const { pieces } of pages)
    for (const piece of pieces)
      if (piece.place === 'margin' && isRepeated(piece.text)) margins.add(piece.text.slice(0, charactersOfLine));
  const [first] = pages;
  const texts = (first?.pieces ?? []).flatMap((piece) =>
    piece.place === 'table' ? [] : [piece.text.slice(0, charactersOfLine)],
  );
  const isTitle = texts.join(' ').length <= maxTitle;
  const largest = first?.largest === undefined ? [] : [first.largest.text];
  return {
    title: [...largest, ...(isTitle ? texts : texts.slice(0, 4))],
    margins: [...margins].slice(0, 50),
    metadata,
    pages: pages.slice(0, pagesLookedAt).map(textOf),
  };
}

const textOf = ({ pieces }: PdfPage): string =>
  pieces
    .map((piece) =>
      piece.place === 'table' ? [piece.table.caption ?? '', ...piece.table.header].join(' ') : piece.text,
    )
    .join('\n')
    .slice(0, charactersOfPage);
