import { stringify } from 'csv-stringify/sync';
import { reasonTitle } from './columns.ts';
import type { Refusal } from './store.ts';

/** Formats rejected rows unchanged, each with its reason. Escapes cells that a spreadsheet would run as formulas. */
export function rejectedCsv(refusals: readonly Refusal[]): string {
  const [titles, ...rows] = refusals;
  const width = Math.max(0, ...refusals.map(({ cells }) => cells.length));
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, nth) => cells[nth] ?? '');
  const table = titles === undefined ? [[reasonTitle]] : [[...filled(titles.cells), reasonTitle]];
  for (const { cells, detail } of rows) table.push([...filled(cells), detail]);
  return stringify(table, { escape_formulas: true, record_delimiter: '\r\n', bom: true });
}
