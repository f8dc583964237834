import { Problem } from '../../../http/problem.ts';
import type { SegmentScope } from '../segments/index.ts';
import type { CountedCall, CountedListStore } from './counted-list-store.ts';
import { type AgentFilter, agentOf, type CountedFilter, type View } from './counted-store.ts';
import { type AgentLine, agentLinesOf } from './leaderboard.ts';
import type { DashboardOptions, Viewer } from './service.ts';
import { type DayClock, type Span, spanOf, spanWithin, type Window } from './windows.ts';

/** Query for the conversations behind a number: those in a span of time that match a filter. */
export interface CountedQuery extends Omit<CountedFilter, 'agent'> {
  /** Defaults to today if there are no dates. */
  readonly window?: Window | undefined;
  /**
   * Whole days in the organisation's time zone (`YYYY-MM-DD`, both inclusive), or moments, of which the second is exclusive.
   */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  /** An entry of the leaderboard. */
  readonly agentId?: number | undefined;
  readonly agentUuid?: string | undefined;
  readonly agentName?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface ListedCall extends CountedCall {
  readonly agent: { readonly name: string | null; readonly kind: 'ai' | 'human' | null };
}

export interface CountedCalls {
  /** Throws `bad_request` for an invalid time. */
  list(
    viewer: Viewer,
    query: CountedQuery,
    scope: SegmentScope,
  ): Promise<{
    readonly range: Span;
    readonly timezone: string;
    readonly calls: readonly ListedCall[];
    readonly total: number;
  }>;
}

export function createCountedCalls(options: DashboardOptions & { readonly list: CountedListStore }): CountedCalls {
  const { store, list, sightOf, clockOf } = options;

  /** Returns undefined for every agent. Names are resolved as on the leaderboard, so that both cover the same calls. */
  async function agentFilterOf(view: View, span: Span, query: CountedQuery): Promise<AgentFilter | undefined> {
    const { agentId, agentUuid, agentName } = query;
    if (agentUuid !== undefined) return { keys: [], prefix: `user:${agentUuid}:` };
    if (agentId !== undefined) {
      const agent = await store.agentNumbered(view, agentId);
      if (agent === undefined) return { keys: [] };
      return { keys: agent.flowUuids.map((uuid) => `flow:${uuid}:`), prefix: `agent:${agent.uuid}:` };
    }
    if (agentName === undefined) return undefined;
    const isAsked = (line: AgentLine): boolean => 'agentName' in line && line.agentName === agentName;
    const lines = await agentLinesOf(store, view, span);
    return { keys: lines.filter(isAsked).flatMap(({ groups }) => groups.flatMap(({ agentKeys }) => agentKeys)) };
  }

  async function named(view: View, rows: readonly CountedCall[]): Promise<ListedCall[]> {
    const agents = rows.map(({ agentKey }) => agentOf(agentKey));
    const ofFlows = await store.flowAgents(
      view,
      agents.flatMap(({ flowUuid }) => flowUuid ?? []),
    );
    const voiceAgentOf = ({ flowUuid, voiceAgentUuid }: (typeof agents)[number]): string | null =>
      flowUuid === undefined ? voiceAgentUuid : (ofFlows.get(flowUuid) ?? null);
    const ai = await store.voiceAgents(
      view,
      agents.flatMap((agent) => voiceAgentOf(agent) ?? []),
    );
    const people = await store.teammates(agents.flatMap(({ agentUserUuid }) => agentUserUuid ?? []));
    return rows.map((row, index): ListedCall => {
      const agent = agents[index] as (typeof agents)[number];
      const name = agent.agentName;
      if (agent.agentUserUuid !== null)
        return { ...row, agent: { name: people.get(agent.agentUserUuid) ?? name, kind: 'human' } };
      const uuid = voiceAgentOf(agent);
      return { ...row, agent: { name: ai.get(uuid ?? '')?.name ?? name, kind: uuid === null ? null : 'ai' } };
    });
  }

  return {
    async list(viewer, query, scope) {
      const { window, dateFrom, dateTo, agentId, agentUuid, agentName, ...filter } = query;
      if (window !== undefined && (dateFrom !== undefined || dateTo !== undefined))
        throw new Problem('bad_request', 'window and dates exclude each other. Leave out one of them.');
      const clock = await clockOf(viewer.organisationId);
      const range = timeOf(query, clock);
      const view = { organisation: viewer.organisationId, sight: await sightOf(viewer), scope };
      const agent = await agentFilterOf(view, range, query);
      const { rows, total } = await list.list(view, range, { ...filter, agent });
      return { range, timezone: clock.timezone, calls: await named(view, rows), total };
    },
  };

  function timeOf({ window, dateFrom, dateTo }: CountedQuery, clock: DayClock): Span {
    if (dateFrom === undefined && dateTo === undefined) return spanOf(window ?? 'today', clock);
    if (dateFrom === undefined || dateTo === undefined)
      throw new Problem('bad_request', `${dateFrom === undefined ? 'date_from' : 'date_to'} is missing. Give both.`);
    const span = spanWithin(dateFrom, dateTo, clock);
    if (span === undefined) throw new Problem('bad_request', 'date_from must be earlier than date_to.');
    return span;
  }
}
