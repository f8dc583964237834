import type { OrganisationId } from '../../data/index.ts';
import type { Sight } from '../call-stats/index.ts';
import { type DashboardStats, pickups, rounded, statsOf } from './stats.ts';
import type { AgentGroup, DashboardStore, View } from './store.ts';
import { lastDays, type ServerClock, type Span, spanOf, type Window } from './windows.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface DashboardOptions {
  readonly store: DashboardStore;
  readonly sightOf: (viewer: Viewer) => Promise<Sight>;
  readonly clock: ServerClock;
}

/** Aggregates over the calls and uploaded recordings that somebody sees. */
export interface Dashboard {
  summary(viewer: Viewer, window: Window): Promise<{ window: Window; range: Span; stats: DashboardStats }>;
  /** The last so many days, oldest first; today is the last. */
  trend(viewer: Viewer, days: number): Promise<{ trend: { date: string; calls: number }[] }>;
  leaderboard(viewer: Viewer, window: Window): Promise<Leaderboard>;
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
  const viewOf = async (viewer: Viewer): Promise<View> => ({
    organisation: viewer.organisationId,
    sight: await sightOf(viewer),
  });
  return {
    async summary(viewer, window) {
      const range = spanOf(window, clock);
      return { window, range, stats: statsOf(await store.groups(await viewOf(viewer), range)) };
    },
    async trend(viewer, count) {
      const days = lastDays(count, clock);
      const counts = await store.countByDay(await viewOf(viewer), days);
      return { trend: days.map(({ date }, index) => ({ date, calls: counts[index] ?? 0 })) };
    },
    async leaderboard(viewer, window) {
      const view = await viewOf(viewer);
      const groups = await store.agents(view, spanOf(window, clock));
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
