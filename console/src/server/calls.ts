import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallSummary } from './answers.ts';
import type { paths } from './api.d.ts';
import { client, valueFrom } from './client.ts';

type Query = NonNullable<paths['/v1/calls']['get']['parameters']['query']>;
export type CallFilter = Pick<
  Query,
  'q' | 'contact_id' | 'campaign_id' | 'agent_id' | 'outcome' | 'direction' | 'date_from' | 'date_to'
>;
type CallPage = CallFilter & { readonly limit: number; readonly offset: number };

const liveEveryMs = 2000;

const getCalls = (page: CallPage, signal?: AbortSignal) =>
  valueFrom(
    client.GET('/v1/calls', {
      params: { query: { ...page, include_tests: 'true' } },
      ...(signal === undefined ? {} : { signal }),
    }),
  );

/** Polled while a call in the list is in progress. */
export const useCalls = (page: CallPage) =>
  useQuery({
    queryKey: ['calls', page],
    queryFn: ({ signal }) => getCalls(page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.calls.some(({ ended_at }) => ended_at === null) ? liveEveryMs : false),
  });

export const loadCalls = async (page: CallPage): Promise<readonly CallSummary[]> => (await getCalls(page)).calls;
