import type { Ruling, TextItem } from '../text-item.ts';
import { latticeTables } from './lattice.ts';
import { streamTables } from './stream.ts';
import type { PlacedTable } from './table.ts';

export { isValue, type PlacedTable, type Table } from './table.ts';

/**
 * Returns a page's tables, top to bottom, and the text outside them. Ruled tables are found first, then aligned ones.
 */
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
