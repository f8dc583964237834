import type { DataColumn } from './column.ts';
import type { ListAddress } from './list-address.ts';

/** What a request of a list says about its order; nothing where the address asks for none, or for one that the list does not have. */
export function serverSortOf<Field extends string>(
  { sort }: Pick<ListAddress, 'sort'>,
  columns: readonly Pick<DataColumn<never>, 'key' | 'sortedAs'>[],
): { readonly sort?: Field; readonly order?: 'asc' | 'desc' } {
  const field = columns.find(({ key }) => key === sort?.key)?.sortedAs;
  if (sort === undefined || field === undefined) return {};
  return { sort: field as Field, order: sort.isDescending ? 'desc' : 'asc' };
}
