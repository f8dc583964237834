import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { client, valueFrom } from './client.ts';

type Query = NonNullable<paths['/api/customers']['get']['parameters']['query']>;
type Page = Pick<Query, 'q' | 'tag' | 'sort' | 'order'> & { readonly limit: number; readonly offset: number };
export type Customer =
  paths['/api/customers']['get']['responses'][200]['content']['application/json']['customers'][number];

const getCustomers = (page: Page, signal?: AbortSignal) =>
  valueFrom(client.GET('/api/customers', { params: { query: page }, ...(signal === undefined ? {} : { signal }) }));

export const useCustomers = (page: Page) =>
  useQuery({
    queryKey: ['customers', page],
    queryFn: ({ signal }) => getCustomers(page, signal),
    placeholderData: keepPreviousData,
  });
export const loadCustomers = async (page: Page): Promise<readonly Customer[]> => (await getCustomers(page)).customers;

export const useCustomer = (id: string) =>
  useQuery({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/customers/{id}', { params: { path: { id } }, signal })),
  });
