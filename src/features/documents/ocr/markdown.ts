import type { Table } from '../../../pdf/index.ts';
import type { OcrChunk } from './store.ts';

/** Renders a page in reading order, without headers, footers and page number. */
export const markdownOf = (chunks: readonly OcrChunk[]): string =>
  chunks
    .flatMap((chunk) => {
      if (chunk.kind === 'table') return [markdownTable(chunk.table)];
      if (chunk.kind === 'repeated' || chunk.kind === 'note') return [];
      return [chunk.kind === 'heading' ? `## ${chunk.text}` : escaped(chunk.text)];
    })
    .join('\n\n');

/** Escapes characters that would be Markdown syntax at the start of a line. */
const escaped = (text: string): string => text.replace(/^(\s*)([#>|]|[-*+](?=\s))/, '$1\\$2');

export function markdownTable({ header, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cellOf).join(' | ')} |`;
  const width = Math.max(header.length, ...rows.map((row) => row.length));
  const names = Array.from({ length: width }, (_, i) => header[i] ?? '');
  return [
    line(names),
    line(names.map(() => '---')),
    ...rows.map((row) => line(names.map((_, i) => row[i] ?? ''))),
  ].join('\n');
}

const cellOf = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
