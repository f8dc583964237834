import type { ReactNode } from 'react';

export interface DataColumn<Row> {
  readonly key: string;
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /** Text for the export, and for searching a list held in the browser. A column without it is in neither. */
  readonly text?: (row: Row) => string;
  /** Name of the column in the export, where it needs a unit. */
  readonly exportName?: string;
  /** Sort key for lists held in the browser as a whole; null sorts last. */
  readonly order?: (row: Row) => string | number | null;
  /** Field of the API by which the server sorts the list. */
  readonly sortedAs?: string;
  /** Aligns numbers right. */
  readonly isNumber?: boolean;
  /** Minimum screen width at which the column is shown. */
  readonly from?: 'sm' | 'md' | 'lg';
  /** Whether the column cannot be hidden. */
  readonly isFixed?: boolean;
  /** Whether the column is hidden until somebody chooses it. */
  readonly isOptional?: boolean;
  /** Whether the name is shown to screen readers only. */
  readonly isUnseen?: boolean;
  /** Allows breaks within long words, such as URLs. */
  readonly isBreakable?: boolean;
}
