import { useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { client, valueFrom } from './client.ts';

type Route = paths['/api/calls/figures']['get'];
export type FigureQuery = NonNullable<Route['parameters']['query']>;
export type Figure = Route['responses'][200]['content']['application/json'];

const everyMs = 60_000;

/** A measure of the calls of a period, altogether and split. Groups of one split say nothing in another one. */
export const useFigure = (query: FigureQuery) =>
  useQuery({
    queryKey: ['figures', query],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/calls/figures', { params: { query }, signal })),
    refetchInterval: everyMs,
  });
