import type { DataColumn } from './column.ts';
import type { ListAddress, Sort } from './list-address.ts';

interface WholeListOptions<Row> {
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly DataColumn<Row>[];
  readonly address: ListAddress;
  readonly pageSize?: number;
}

/** Rows of a list held in the browser as a whole, in the form a table expects. */
export interface WholeList<Row> {
  readonly address: ListAddress;
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  readonly pageSize: number;
  readonly load: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Row[]>;
}

const usualPageSize = 20;

/** Returns the page of a whole list that the URL selects: rows with all words of `q`, sorted by `sort`. */
export function wholeListOf<Row>({ rows, columns, address, pageSize = usualPageSize }: WholeListOptions<Row>) {
  const found = inOrder(matching(rows ?? [], columns, address.get('q')), columns, address.sort);
  // The page may no longer exist after a row was deleted.
  const lastPage = Math.max(0, Math.ceil(found.length / pageSize) - 1) * pageSize;
  const offset = Math.min(address.offset, lastPage);
  return {
    address: { ...address, offset },
    rows: rows === undefined ? undefined : found.slice(offset, offset + pageSize),
    total: found.length,
    pageSize,
    load: async ({ limit, offset: from }) => found.slice(from, from + limit),
  } satisfies WholeList<Row>;
}

function matching<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], q: string): readonly Row[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = columns.map((column) => column.text?.(row) ?? '').join('\n');
    const lower = text.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  });
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function inOrder<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], sort: Sort | undefined) {
  const order = columns.find(({ key }) => key === sort?.key)?.order;
  if (order === undefined) return rows;
  const sign = sort?.isDescending === true ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [order(one), order(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(`${a}`, `${b}`));
  });
}
