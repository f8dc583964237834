import type { ReactNode } from 'react';
import type { DataColumn } from './column.ts';
import type { ExportButtonProps } from './export-button.tsx';
import type { ListAddress } from './list-address.ts';

/** Rows that are chosen for something that is done to all of them. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
  /** What can be done to them. */
  readonly actions: ReactNode;
}

export interface DataTableProps<Row> {
  /** One word for its rows, in small letters and in the plural: "calls". */
  readonly what: string;
  /** Names what this browser stores for the table, and its exported file, in every language. */
  readonly id: string;
  readonly address: ListAddress;
  readonly query: {
    readonly isError: boolean;
    readonly isPlaceholderData?: boolean;
    readonly error: Error | null;
    refetch(): unknown;
  };
  /** Undefined while they are loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  readonly pageSize: number;
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly hrefOf?: (row: Row) => string;
  readonly searchLabel?: string;
  readonly filters?: ReactNode;
  readonly load?: ExportButtonProps<Row>['load'];
  readonly onTrouble: (sentence: string) => void;
  readonly selection?: Selection<Row> | undefined;
  readonly empty: ReactNode;
}
