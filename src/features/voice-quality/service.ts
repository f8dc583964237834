import type { OrganisationId, TenantQueries } from '../../data/index.ts';
import { dateOf, type ServerClock, spanOf } from '../dashboard/index.ts';
import { type Quality, stages, togetherOf } from './call-quality.ts';
import { percentileOf } from './histogram.ts';
import type { QualityLine, QualityWindow, VoiceQuality } from './schema.ts';
import type { QualityDay, VoiceQualityStore } from './store.ts';

interface Over {
  readonly uuid: string;
  readonly flowUuid: string;
  readonly callType: 'inbound' | 'outbound' | 'test';
  readonly createdAt: string;
}

export interface VoiceQualities {
  /** In the transaction that ends a call. Browser tests count for nothing. */
  ended(queries: TenantQueries, organisation: OrganisationId, over: Over): Promise<void>;
  of(organisation: OrganisationId, window: QualityWindow): Promise<VoiceQuality>;
}

export function createVoiceQualities(store: VoiceQualityStore, clock: ServerClock): VoiceQualities {
  const dayOf = (moment: string): string => dateOf(moment, clock).toString();
  return {
    async ended(queries, _, { uuid, flowUuid, callType, createdAt }) {
      if (callType !== 'test') await store.add(queries, { uuid, flowUuid, day: dayOf(createdAt) });
    },
    async of(organisation, window) {
      const range = spanOf(window, clock);
      // The end is not included; at midnight it is the day after.
      const lastMs = Math.max(Date.parse(range.from), Date.parse(range.to) - 1);
      const days = await store.days(organisation, dayOf(range.from), dayOf(new Date(lastMs).toISOString()));
      const uuids = [...new Set(days.map(({ agentUuid }) => agentUuid))];
      const names = await store.agentNames(
        organisation,
        uuids.filter((uuid) => uuid !== null),
      );
      const agents = uuids.map((agent_uuid) => {
        const own = days.filter(({ agentUuid }) => agentUuid === agent_uuid);
        const agent_name = names.get(agent_uuid ?? '') ?? (agent_uuid === null ? 'Without an agent' : 'Deleted agent');
        return { agent_uuid, agent_name, ...lineOf(togetherOf(own)), days: byDay(own) };
      });
      return {
        ...{ window, range, total: lineOf(togetherOf(days)), days: byDay(days) },
        refused_calls: await store.refused(organisation, range),
        agents: agents.sort((a, b) => b.calls - a.calls || (a.agent_name < b.agent_name ? -1 : 1)),
      };
    },
  };
}

const byDay = (days: readonly QualityDay[]): (QualityLine & { date: string })[] =>
  [...new Set(days.map(({ day }) => day))].map((date) => ({
    date,
    ...lineOf(togetherOf(days.filter(({ day }) => day === date))),
  }));

function lineOf({ calls, turns, interruptions, backchannels, words, confidenceSum, latencies }: Quality): QualityLine {
  const percentiles = stages.map((stage) => [
    stage,
    { p50: percentileOf(latencies[stage], 0.5), p95: percentileOf(latencies[stage], 0.95) },
  ]);
  return {
    ...{ calls, turns, latency_ms: Object.fromEntries(percentiles), interruptions, backchannels },
    interruption_rate: turns === 0 ? null : Number((interruptions / turns).toFixed(4)),
    word_confidence: words === 0 ? null : Number((confidenceSum / words).toFixed(4)),
  };
}
