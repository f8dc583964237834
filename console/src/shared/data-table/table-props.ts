import type { ReactNode } from 'react';
import type { DataColumn } from './column.ts';
import type { ExportButtonProps, ExportedColumn } from './export-button.tsx';
import type { ListAddress } from './list-address.ts';

/** Rows selected for a bulk action. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
  /** Actions on the selected rows. */
  readonly actions: ReactNode;
}

export interface DataTableProps<Row> {
  /** Plural noun for the rows, in lower case: "calls". */
  readonly what: string;
  /** Key of what this browser stores for the table, and of the exported file. Not translated. */
  readonly id: string;
  readonly address: ListAddress;
  readonly query: {
    readonly isError: boolean;
    readonly isPlaceholderData?: boolean;
    readonly error: Error | null;
    refetch(): unknown;
  };
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  readonly pageSize: number;
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string;
  /** Shown below a row, across all columns; null for nothing. */
  readonly below?: (row: Row) => ReactNode;
  /** Columns of the exported file only, before the others. */
  readonly exported?: readonly ExportedColumn<Row>[];
  /** Offers other page sizes. */
  readonly onPageSize?: (pageSize: number) => void;
  readonly searchLabel?: string;
  readonly filters?: ReactNode;
  readonly load?: ExportButtonProps<Row>['load'];
  readonly onTrouble: (sentence: string) => void;
  readonly selection?: Selection<Row> | undefined;
  readonly empty: ReactNode;
}
