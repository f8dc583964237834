import type { Ruling, TextItem } from '../text-item.ts';
import { latticeTables } from './lattice.ts';
import { streamTables } from './stream.ts';
import type { PlacedTable } from './table.ts';

export { isValue, type PlacedTable, type Table, tableSchema } from './table.ts';

/** The tables of a page from the top to the bottom, and the text that is in none: ruled ones first, then aligned ones. */
export function tablesOf(
  items: readonly TextItem[],
  rulings: readonly Ruling[],
): { readonly tables: readonly PlacedTable[]; readonly rest: readonly TextItem[] } {
  const ruled = latticeTables(items, rulings);
  const aligned = streamTables(ruled.rest, rulings);
  return {
    tables: [...ruled.tables, ...aligned.tables].toSorted((a, b) => a.y0 - b.y0),
    rest: aligned.rest,
  };
}
