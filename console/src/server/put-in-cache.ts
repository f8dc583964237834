import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows a newer value than any request in flight for it may return. That request is cancelled. */
export function putInCache<Value>(queries: QueryClient, queryKey: QueryKey, value: Value): void {
  queries.setQueryData(queryKey, value);
  void queries.cancelQueries({ queryKey, exact: true });
}
