import type { View } from './counted-store.ts';
import { performanceScore } from './score.ts';
import { pickups, rounded } from './stats.ts';
import type { AgentGroup, DashboardStore } from './store.ts';
import type { Span } from './windows.ts';

interface Line extends ReturnType<typeof pickups> {
  readonly agent_name: string;
  readonly calls_total: number;
  /** Absent from reports made before it existed. */
  readonly performance_score?: number | null;
}

/** Entries of each group by number of calls, largest first. */
export interface Leaderboard {
  readonly ai_agents: (Line & { readonly agent_id: number; readonly positive_sentiment_rate: number | null })[];
  readonly human_agents: (Line & { readonly agent_uuid: string })[];
  readonly unassigned: Line[];
}

/** Identifies one entry of the leaderboard: an AI agent, a teammate, or the name on calls without an agent. */
type AgentRef =
  | { readonly agentId: number }
  | { readonly agentUuid: string }
  /** Calls of a deleted agent keep its name. */
  | { readonly agentName: string };

export type AgentLine = AgentRef & { readonly name: string; readonly groups: readonly AgentGroup[] };

/** A rate over fewer calls is not meaningful. */
const leastWithSentiment = 5;
const leastScored = 5;
const unassigned = 'Unassigned';

type AgentStore = Pick<DashboardStore, 'agents' | 'voiceAgents' | 'teammates'>;

export async function agentLinesOf(store: AgentStore, view: View, span: Span): Promise<AgentLine[]> {
  const groups = await store.agents(view, span);
  const uuidsOf = (uuidOf: (group: AgentGroup) => string | null): string[] =>
    groups.map(uuidOf).filter((uuid) => uuid !== null);
  const voiceAgents = await store.voiceAgents(
    view,
    uuidsOf(({ voiceAgentUuid }) => voiceAgentUuid),
  );
  const teammates = await store.teammates(uuidsOf(({ agentUserUuid }) => agentUserUuid));
  const lines: AgentLine[] = [];
  const nobodys = new Map<string, AgentGroup[]>();
  for (const group of groups) {
    const { agentUserUuid, voiceAgentUuid, agentName } = group;
    const agent = voiceAgents.get(voiceAgentUuid ?? '');
    if (agentUserUuid !== null) {
      const name = teammates.get(agentUserUuid) ?? agentName ?? 'Former teammate';
      lines.push({ agentUuid: agentUserUuid, name, groups: [group] });
    } else if (agent !== undefined) {
      lines.push({ agentId: agent.number, name: agent.name, groups: [group] });
    } else {
      const name = agentName ?? unassigned;
      nobodys.set(name, [...(nobodys.get(name) ?? []), group]);
    }
  }
  return [...lines, ...[...nobodys].map(([name, of]) => ({ agentName: name, name, groups: of }))];
}

export function leaderboardOf(lines: readonly AgentLine[]): Leaderboard {
  const board: Leaderboard = { ai_agents: [], human_agents: [], unassigned: [] };
  for (const line of lines) {
    const shown = lineOf(line);
    if ('agentId' in line)
      board.ai_agents.push({
        agent_id: line.agentId,
        ...shown,
        positive_sentiment_rate: positiveRateOf(line.groups),
      });
    else if ('agentUuid' in line) board.human_agents.push({ agent_uuid: line.agentUuid, ...shown });
    else board.unassigned.push(shown);
  }
  for (const group of [board.ai_agents, board.human_agents, board.unassigned])
    group.sort((a, b) => b.calls_total - a.calls_total || (a.agent_name < b.agent_name ? -1 : 1));
  return board;
}

const sumOf = (groups: readonly AgentGroup[], of: (group: AgentGroup) => number): number =>
  groups.reduce((all, group) => all + of(group), 0);

const lineOf = ({ name, groups }: AgentLine): Line => ({
  agent_name: name,
  calls_total: sumOf(groups, ({ calls }) => calls),
  ...pickups(groups),
  performance_score: scoreOf(groups),
});

function scoreOf(groups: readonly AgentGroup[]): number | null {
  const calls = sumOf(groups, (group) => group.calls);
  if (calls < leastScored) return null;
  const funnel = {
    calls,
    picked_up: sumOf(groups, ({ pickedUp }) => pickedUp),
    with_outcome: sumOf(groups, ({ withOutcome }) => withOutcome),
    successful: sumOf(groups, ({ successful }) => successful),
  };
  const positive = sumOf(groups, (group) => group.positive);
  const neutral = sumOf(groups, (group) => group.neutral);
  const negative = sumOf(groups, ({ withSentiment }) => withSentiment) - positive - neutral;
  return performanceScore({ positive, neutral, negative }, funnel);
}

function positiveRateOf(groups: readonly AgentGroup[]): number | null {
  const withSentiment = sumOf(groups, (group) => group.withSentiment);
  if (withSentiment < leastWithSentiment) return null;
  return rounded(
    sumOf(groups, ({ positive }) => positive),
    withSentiment,
    4,
  );
}
