import type { Table } from './tables/table.ts';

/** A run of text as drawn on the page, in points from the top left corner; `y` is its baseline. */
export interface TextItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly bold: boolean;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Items of a row without a wide gap between them. */
export interface Line {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  /** Set if the line stands for a table, at the table's position. */
  readonly table?: Table;
}

/** A straight ruling along one axis; `at` is its position on the other. In points, from the top left corner. */
export interface Ruling {
  readonly axis: 'across' | 'down';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
