import type { Line, TextItem } from '../text-item.ts';

/** A cell of a row, with the runs of text that it is made of. */
export type Cell = Line & { readonly items: readonly TextItem[] };

/** From left to right. */
export type Row = readonly Cell[];
