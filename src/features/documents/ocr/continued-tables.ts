import type { PdfPage, Piece, Table } from '../../../pdf/index.ts';

/**
 * Gives a table that continues at the top of the next page, with as many columns and no header, the header and caption
 * of the page before.
 */
export function withContinuedTables(pages: readonly PdfPage[]): PdfPage[] {
  const done: PdfPage[] = [];
  for (const page of pages) {
    const above = lastOf(done.at(-1));
    const at = page.pieces.findIndex(isBody);
    const piece = page.pieces[at];
    const isContinued = above !== undefined && piece?.place === 'table' && continues(piece.table, above);
    const pieces = page.pieces.map((other, i) => (isContinued && i === at ? continued(other, above) : other));
    done.push({ ...page, pieces });
  }
  return done;
}

const isBody = ({ place }: Piece): boolean => place !== 'margin';

function lastOf(page: PdfPage | undefined): Table | undefined {
  const piece = page?.pieces.findLast(isBody);
  return piece?.place === 'table' ? piece.table : undefined;
}

const hasHeader = ({ header }: Table): boolean => header.some((name) => name !== '');

const continues = (table: Table, above: Table): boolean =>
  !hasHeader(table) && hasHeader(above) && table.header.length === above.header.length;

function continued(piece: Piece, { header, caption }: Table): Piece {
  if (piece.place !== 'table') return piece;
  return { place: 'table', table: { ...piece.table, header, ...(caption !== undefined && { caption }) } };
}
