import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { paths } from './api.d.ts';
import { changedAtMs, onChanged } from './changes.ts';
import { client, valueFrom } from './client.ts';

type Summary = paths['/api/dashboard']['get']['responses'][200]['content']['application/json'];
export type DashboardStats = Summary['stats'];
export type DashboardWindow = Summary['window'];
type Trend = paths['/api/dashboard/trend']['get']['responses'][200]['content']['application/json'];
export type TrendPoint = Trend['trend'][number];
export type TrendDay = Pick<TrendPoint, 'date' | 'calls'>;
export type Leaderboard = paths['/api/dashboard/leaderboard']['get']['responses'][200]['content']['application/json'];

const everyMs = 30_000;

/** Window and segments of the dashboard. */
export interface DashboardQuery {
  readonly window: DashboardWindow;
  readonly segments: readonly string[];
}

const queryOf = ({ window, segments }: DashboardQuery) => ({ query: { window, ...segmentsOf(segments) } });
const segmentsOf = (segments: readonly string[]) =>
  segments.length === 0 ? {} : { segment_uuids: segments.join(',') };

export const useStats = (asked: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', 'summary', asked],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/dashboard', { params: queryOf(asked), signal })),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });

/** The same statistics for the previous window. */
export const usePreviousStats = (asked: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', 'previous', asked],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/dashboard/previous', { params: queryOf(asked), signal })),
    refetchInterval: everyMs,
  });

/** Calls of the last days, or of the hours or days of a window. */
export const useTrend = (over: number | DashboardWindow, segments: readonly string[]) =>
  useQuery({
    queryKey: ['dashboard', 'trend', over, segments],
    queryFn: ({ signal }) =>
      valueFrom(
        client.GET('/api/dashboard/trend', {
          params: {
            query: { ...(typeof over === 'number' ? { days: over } : { window: over }), ...segmentsOf(segments) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });

export const useLeaderboard = (asked: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', 'leaderboard', asked],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/dashboard/leaderboard', { params: queryOf(asked), signal })),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });

/** Problems that need attention. */
export const useAttention = (asked: DashboardQuery) =>
  useQuery({
    queryKey: ['dashboard', 'attention', asked],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/dashboard/attention', { params: queryOf(asked), signal })),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });

export type CountedQuery = NonNullable<paths['/api/dashboard/calls']['get']['parameters']['query']>;
type CountedPage = paths['/api/dashboard/calls']['get']['responses'][200]['content']['application/json'];
export type CountedCall = CountedPage['calls'][number];

const getCountedCalls = (query: CountedQuery, signal?: AbortSignal) =>
  valueFrom(client.GET('/api/dashboard/calls', { params: { query }, ...(signal === undefined ? {} : { signal }) }));

/** The calls behind a number. */
export const useCountedCalls = (query: CountedQuery) =>
  useQuery({
    queryKey: ['dashboard', 'calls', query],
    queryFn: ({ signal }) => getCountedCalls(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });

export const loadCountedCalls = async (query: CountedQuery): Promise<readonly CountedCall[]> =>
  (await getCountedCalls(query)).calls;

const stepsFreshMs = 60_000;

/** The completed first steps of a new organisation. Changes that this page sends make them out of date. */
export function useFirstSteps(isAdmin: boolean) {
  const queries = useQueryClient();
  useEffect(() => onChanged(() => void queries.invalidateQueries({ queryKey: ['first-steps'] })), [queries]);
  return useQuery({
    queryKey: ['first-steps', isAdmin],
    staleTime: ({ state }: { readonly state: { readonly dataUpdatedAt: number } }) =>
      state.dataUpdatedAt < changedAtMs() ? 0 : stepsFreshMs,
    queryFn: async ({ signal }) => {
      const one = { params: { query: { limit: 1 } }, signal };
      const [agents, calls, contacts, campaigns, uploads, runs, models, team, phones, lines] = await Promise.all([
        valueFrom(client.GET('/api/voice/agents', one)),
        valueFrom(client.GET('/v1/calls', { params: { query: { limit: 1, include_tests: 'true' } }, signal })),
        valueFrom(client.GET('/v1/contacts', one)),
        valueFrom(
          client.GET('/v1/campaigns', { params: { query: { limit: 1, status: 'active', kind: 'outbound' } }, signal }),
        ),
        valueFrom(client.GET('/api/calls', { params: { query: { limit: 1, source: 'upload' } }, signal })),
        valueFrom(client.GET('/api/pf-coach/runs', one)),
        isAdmin ? valueFrom(client.GET('/api/settings/models', one)) : undefined,
        isAdmin ? valueFrom(client.GET('/api/auth/members', one)) : undefined,
        isAdmin ? valueFrom(client.GET('/api/voice/phones', { signal })) : undefined,
        isAdmin ? valueFrom(client.GET('/api/integrations/telephony', { signal })) : undefined,
      ]);
      return {
        agent: agents.total > 0,
        call: calls.total > 0,
        contact: contacts.total > 0,
        teammate: team !== undefined && team.members.length > 1,
        campaign: campaigns.total > 0,
        recording: uploads.total > 0,
        practice: runs.total > 0,
        /** Undefined while telephones are off. */
        phone: phones?.server.is_on === true ? phones.phones.length > 0 : undefined,
        number: lines?.providers.some(({ is_connected: isConnected }) => isConnected) ?? false,
        model: models !== undefined && models.total > 0,
      };
    },
  });
}

export type VoiceQuality =
  paths['/api/dashboard/voice-quality']['get']['responses'][200]['content']['application/json'];
export type QualityLine = VoiceQuality['days'][number] | VoiceQuality['agents'][number];

/** Voice quality of calls. For managers. */
export const useVoiceQuality = (window: DashboardWindow) =>
  useQuery({
    queryKey: ['dashboard', 'voice-quality', window],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/dashboard/voice-quality', { params: { query: { window } }, signal })),
    placeholderData: keepPreviousData,
  });
