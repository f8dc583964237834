import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeMachine, type Machine, machineLine } from './machine.ts';

export type Cell = string | number | null | undefined;

/** Pads columns to their widest cell; numbers are right-aligned, missing values are dashes. */
export function renderTable(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? '-' : String(cell))));
  const widths = header.map((name, column) => Math.max(name.length, ...text.map((row) => row[column]?.length ?? 0)));
  const numeric = header.map((_, column) => rows.every((row) => typeof row[column] !== 'string'));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(header), widths.map((width) => '-'.repeat(width)).join('  '), ...text.map(line)].join('\n');
}

/** Nearest rank; null for no values. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export const round = (value: number | null, digits = 0): number | null =>
  value === null ? null : Number(value.toFixed(digits));

/** Writes `{machine, ...metrics}` atomically. */
export async function writeResults(path: string, figures: object, machine: Machine = describeMachine()): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.tmp`, `${JSON.stringify({ machine, ...figures }, null, 2)}\n`);
  await rename(`${path}.tmp`, path);
}

/** Prints the table below a line that describes the machine. */
export const printTable = (header: readonly string[], rows: readonly (readonly Cell[])[]): void =>
  void process.stdout.write(`${machineLine(describeMachine())}\n\n${renderTable(header, rows)}\n`);
