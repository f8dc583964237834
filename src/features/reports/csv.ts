import { stringify } from 'csv-stringify/sync';
import type { ReportResult } from './report.ts';
import type { ListedReport } from './store.ts';
import { tablesOf } from './tables.ts';

/**
 * Writes one table after another, each under its title. Escapes text that a spreadsheet would take for a formula,
 * because clients choose the names of agents.
 */
export function toCsv(row: ListedReport, result: ReportResult): string {
  const sections = tablesOf(row, result).flatMap(({ title, header, rows }) => [[title], [...header], ...rows, []]);
  return stringify(sections, { escape_formulas: true, record_delimiter: '\r\n', bom: true });
}
