import { totalsOf } from '../../../../media/retrieval/index.ts';
import type { Table } from '../../../pdf/index.ts';

/** A cell of a table with its row and column labels. */
interface TableCell {
  /** Label of the group above, if any, then of the row itself; empty if rows have no labels. */
  readonly row: readonly string[];
  readonly column: string;
  readonly value: string;
}

/** Returns all cells except row labels. A row with only a first cell is a label for the rows below it. */
function cellsOf({ header, rows }: Table): TableCell[] {
  const isTotalIn = totalsOf({ rows });
  const cells: TableCell[] = [];
  let label: string | undefined;
  for (const row of rows) {
    const [name = '', ...values] = row;
    if (values.every((value) => value === '')) {
      label = name;
      continue;
    }
    const isTotal = isTotalIn(name);
    const names = [...(label === undefined || isTotal ? [] : [label]), name].filter((entryName) => entryName !== '');
    values.forEach((value, i) => {
      if (value !== '') cells.push({ row: names, column: header[i + 1] ?? '', value });
    });
    if (isTotal) label = undefined;
  }
  return cells;
}

/** Formats a cell as in "Revenue, 2024: 1,234." */
const cellStatement = ({ row, column, value }: TableCell): string =>
  `${[...row.map(named), column].filter((part) => part !== '').join(', ')}: ${value}.`.replace(/^: /, '');

const named = (text: string): string => text.replace(/[\s:]+$/, '');

const maxCells = 5000;

/** Returns one statement for each cell that is understandable without the table. */
export const statementsOf = (table: Table): string[] => cellsOf(table).slice(0, maxCells).map(cellStatement);

/** Describes the table in words: its caption, its columns, then row by row. */
export function sentenceOf(table: Table): string {
  const { caption, header, rows } = table;
  const names = header.filter((name) => name !== '');
  const columns = names.length === 0 ? '' : `, with the columns ${names.join(', ')}`;
  const title = caption === undefined ? `A table of ${rows.length} rows` : `${caption}: a table of ${rows.length} rows`;
  const lines = rows.map(([name = '', ...values]) => {
    const parts = values.flatMap((value, i) => (value === '' ? [] : [withName(value, header[i + 1])]));
    return parts.length === 0 ? `${named(name)}:` : `${name === '' ? '' : `${named(name)}: `}${parts.join(', ')}.`;
  });
  return [`${title}${columns}.`, ...lines].join(' ');
}

const withName = (value: string, name: string | undefined): string =>
  name === undefined || name === '' ? value : `${value} (${name})`;
