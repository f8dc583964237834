import { useQuery } from '@tanstack/react-query';
import type { components } from './api.d.ts';
import { answerTo, client, valueFrom } from './client.ts';

const url = '/api/settings/prices';

export type Price = components['schemas']['Price'];
export type PriceList = components['schemas']['PriceList'];
export type NewPrice = components['schemas']['NewPrice'];
export type UnpricedService = components['schemas']['UnpricedService'];

/** What the services of calls cost. For managers and admins. */
export const usePrices = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['prices'],
    queryFn: ({ signal }) => valueFrom(client.GET(url, { signal })),
    enabled: isAllowed,
  });

export const addPrice = (body: NewPrice) => answerTo(client.POST(url, { body }));
export const deletePrice = (uuid: string) =>
  answerTo(client.DELETE('/api/settings/prices/{uuid}', { params: { path: { uuid } } }));
