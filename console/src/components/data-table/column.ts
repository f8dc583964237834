import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  readonly key: string;
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /** The text of an export; left out, the column is not exported. */
  readonly text?: (row: Row) => string;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** The least width of screen that has room for it. */
  readonly from?: 'sm' | 'md' | 'lg';
  /** Cannot be hidden. */
  readonly isFixed?: boolean;
  /** Its name is for screen readers alone. */
  readonly isUnseen?: boolean;
}
