import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { paths } from './api.d.ts';
import { client, valueFrom } from './client.ts';

type Summary = paths['/api/dashboard']['get']['responses'][200]['content']['application/json'];
export type DashboardStats = Summary['stats'];
export type DashboardWindow = Summary['window'];
type Trend = paths['/api/dashboard/trend']['get']['responses'][200]['content']['application/json'];
export type TrendDay = Trend['trend'][number];
export type Leaderboard = paths['/api/dashboard/leaderboard']['get']['responses'][200]['content']['application/json'];

const everyMs = 30_000;

export const useStats = (window: DashboardWindow, enabled = true) =>
  useQuery({
    queryKey: ['dashboard', 'summary', window],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/dashboard', { params: { query: { window } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    enabled,
  });

export const useTrend = (days: number) =>
  useQuery({
    queryKey: ['dashboard', 'trend', days],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/dashboard/trend', { params: { query: { days } }, signal })),
  });

export const useLeaderboard = (window: DashboardWindow) =>
  useQuery({
    queryKey: ['dashboard', 'leaderboard', window],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/dashboard/leaderboard', { params: { query: { window } }, signal })),
    placeholderData: keepPreviousData,
  });

/** What somebody should look at. */
export const useAttention = (window: DashboardWindow) =>
  useQuery({
    queryKey: ['dashboard', 'attention', window],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/dashboard/attention', { params: { query: { window } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });

/** What a new organisation has done of its first steps. */
export const useFirstSteps = (isAdmin: boolean) =>
  useQuery({
    queryKey: ['first-steps', isAdmin],
    queryFn: async ({ signal }) => {
      const one = { params: { query: { limit: 1 } }, signal };
      const [agents, calls, contacts, campaigns, team] = await Promise.all([
        valueFrom(client.GET('/api/voice/agents', one)),
        valueFrom(client.GET('/v1/calls', { params: { query: { limit: 1, include_tests: '1' } }, signal })),
        valueFrom(client.GET('/v1/contacts', one)),
        valueFrom(
          client.GET('/v1/campaigns', { params: { query: { limit: 1, status: 'active', kind: 'outbound' } }, signal }),
        ),
        isAdmin ? valueFrom(client.GET('/api/auth/members', one)) : undefined,
      ]);
      return {
        agent: agents.total > 0,
        call: calls.total > 0,
        contact: contacts.total > 0,
        teammate: team !== undefined && team.members.length > 1,
        campaign: campaigns.total > 0,
      };
    },
  });

export type VoiceQuality =
  paths['/api/dashboard/voice-quality']['get']['responses'][200]['content']['application/json'];
export type QualityLine = VoiceQuality['total'];

/** How calls sounded. For managers. */
export const useVoiceQuality = (window: DashboardWindow) =>
  useQuery({
    queryKey: ['dashboard', 'voice-quality', window],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/dashboard/voice-quality', { params: { query: { window } }, signal })),
    placeholderData: keepPreviousData,
  });
