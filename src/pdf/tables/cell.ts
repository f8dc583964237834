import type { Line, TextItem } from '../text-item.ts';

/** A table cell with the text runs that it consists of. */
export type Cell = Line & { readonly items: readonly TextItem[] };

/** Cells from left to right. */
export type Row = readonly Cell[];
