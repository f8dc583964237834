import type { Table } from './tables/table.ts';

/** A run of text as the page was drawn: in points, from the top left corner; `y` is its baseline. */
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
  /** Then the line stands for a table, where that begins. */
  readonly table?: Table;
}

/** A straight rule along one axis: `at` on the other one. In points, from the top left corner. */
export interface Ruling {
  readonly axis: 'across' | 'down';
  readonly at: number;
  readonly from: number;
  readonly to: number;
}
