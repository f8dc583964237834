import type { OrganisationId } from '../../data/index.ts';
import type { Sight } from '../call-stats/index.ts';
import type { SegmentScope } from '../segments/index.ts';
import { type DashboardStats, type Funnel, pickups, rounded, statsOf } from './stats.ts';
import type { AgentGroup, DashboardStore, View } from './store.ts';
import { type Day, daysOf, lastDays, type ServerClock, type Span, spanOf, type Window } from './windows.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface DashboardOptions {
  readonly store: DashboardStore;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly clock: ServerClock;
}

/** Aggregates over the calls and uploaded recordings that somebody sees, of a scope. */
export interface Dashboard {
  summary(
    viewer: Viewer,
    window: Window,
    scope?: SegmentScope,
  ): Promise<{ window: Window; range: Span; stats: DashboardStats }>;
  /** The last so many days, oldest first; today is the last. */
  trend(viewer: Viewer, days: number, scope?: SegmentScope): Promise<{ trend: { date: string; calls: number }[] }>;
  leaderboard(viewer: Viewer, window: Window, scope?: SegmentScope): Promise<Leaderboard>;
  /** Everything of any span of time. */
  whole(viewer: Viewer, span: Span, scope: SegmentScope): Promise<Whole>;
}

export interface Whole {
  readonly stats: DashboardStats;
  readonly funnel: Funnel;
  readonly trend: readonly { readonly date: string; readonly calls: number }[];
  readonly leaderboard: Leaderboard;
}

interface Line extends ReturnType<typeof pickups> {
  readonly agent_name: string;
  readonly calls_total: number;
}

/** Each group by the number of calls, largest first. */
export interface Leaderboard {
  readonly ai_agents: (Line & { readonly agent_id: number; readonly positive_sentiment_rate: number | null })[];
  readonly human_agents: (Line & { readonly agent_uuid: string })[];
  readonly unassigned: Line[];
}

/** A rate of fewer calls says nothing. */
const leastWithSentiment = 5;

export function createDashboard({ store, sightOf, clock }: DashboardOptions): Dashboard {
  const viewOf = async (viewer: Viewer, scope: SegmentScope = []): Promise<View> => ({
    organisation: viewer.organisationId,
    ...{ sight: await sightOf(viewer), scope },
  });
  const trendOf = async (view: View, days: readonly Day[]) => {
    const counts = await store.countByDay(view, days);
    return days.map(({ date }, index) => ({ date, calls: counts[index] ?? 0 }));
  };
  async function leaderboardOf(view: View, span: Span): Promise<Leaderboard> {
    const groups = await store.agents(view, span);
    const uuidsOf = (uuidOf: (group: AgentGroup) => string | null): string[] =>
      groups.map(uuidOf).filter((uuid) => uuid !== null);
    const voiceAgents = await store.voiceAgents(
      view,
      uuidsOf(({ voiceAgentUuid }) => voiceAgentUuid),
    );
    const teammates = await store.teammates(uuidsOf(({ agentUserUuid }) => agentUserUuid));
    const board: Leaderboard = { ai_agents: [], human_agents: [], unassigned: [] };
    const nobodys = new Map<string, AgentGroup[]>();
    for (const group of groups) {
      const { agentUserUuid, voiceAgentUuid, agentName } = group;
      const agent = voiceAgents.get(voiceAgentUuid ?? '');
      if (agentUserUuid !== null) {
        const name = teammates.get(agentUserUuid) ?? agentName ?? 'Former teammate';
        board.human_agents.push({ agent_uuid: agentUserUuid, ...lineOf(name, [group]) });
      } else if (agent !== undefined) {
        const rate = { positive_sentiment_rate: positiveRateOf(group) };
        board.ai_agents.push({ agent_id: agent.number, ...lineOf(agent.name, [group]), ...rate });
      } else {
        // Calls of an agent that was removed have its name, and no number any more.
        const name = agentName ?? 'Unassigned';
        nobodys.set(name, [...(nobodys.get(name) ?? []), group]);
      }
    }
    for (const [name, of] of nobodys) board.unassigned.push(lineOf(name, of));
    for (const lines of [board.ai_agents, board.human_agents, board.unassigned])
      lines.sort((a, b) => b.calls_total - a.calls_total || (a.agent_name < b.agent_name ? -1 : 1));
    return board;
  }

  return {
    async summary(viewer, window, scope) {
      const range = spanOf(window, clock);
      return { window, range, stats: statsOf(await store.groups(await viewOf(viewer, scope), range)) };
    },
    async trend(viewer, count, scope) {
      return { trend: await trendOf(await viewOf(viewer, scope), lastDays(count, clock)) };
    },
    async leaderboard(viewer, window, scope) {
      return leaderboardOf(await viewOf(viewer, scope), spanOf(window, clock));
    },
    async whole(viewer, span, scope) {
      const view = await viewOf(viewer, scope);
      return {
        stats: statsOf(await store.groups(view, span)),
        funnel: await store.funnel(view, span),
        trend: await trendOf(view, daysOf(span, clock)),
        leaderboard: await leaderboardOf(view, span),
      };
    },
  };
}

const lineOf = (agent_name: string, groups: readonly AgentGroup[]): Line => ({
  agent_name,
  calls_total: groups.reduce((all, { calls }) => all + calls, 0),
  ...pickups(groups),
});

const positiveRateOf = ({ positive, withSentiment }: AgentGroup): number | null =>
  withSentiment < leastWithSentiment ? null : rounded(positive, withSentiment, 4);
