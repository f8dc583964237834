import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  readonly key: string;
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /** The text of an export, and what the search of a whole list looks through; left out, the column is in neither. */
  readonly text?: (row: Row) => string;
  /** What a list is sorted by whose rows are all in the browser; null comes last. */
  readonly order?: (row: Row) => string | number | null;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** The least width of screen that has room for it. */
  readonly from?: 'sm' | 'md' | 'lg';
  /** Cannot be hidden. */
  readonly isFixed?: boolean;
  /** Its name is for screen readers alone. */
  readonly isUnseen?: boolean;
  /** Breaks within long words, such as addresses. */
  readonly isBreakable?: boolean;
}
