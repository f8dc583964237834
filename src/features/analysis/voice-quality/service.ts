import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import { type ClockOf, dateOf, daysOf, spanOf } from '../dashboard/index.ts';
import { stages, togetherOf } from './call-quality.ts';
import { percentileOf } from './histogram.ts';
import type { QualityLine, QualityWindow, VoiceQuality } from './schema.ts';
import type { QualityDay, RefusedCalls, VoiceQualityStore } from './store.ts';

interface Over {
  readonly uuid: string;
  readonly flowUuid: string;
  readonly callType: 'inbound' | 'outbound' | 'test';
  readonly createdAt: string;
  readonly startedAt: string | null;
}

export interface VoiceQualities {
  /** Runs in the transaction that ends these calls. Ignores browser tests, and calls whose stream was not opened. */
  ended(queries: TenantQueries, organisation: OrganisationId, over: readonly Over[]): Promise<void>;
  of(organisation: OrganisationId, window: QualityWindow): Promise<VoiceQuality>;
}

export function createVoiceQualities(store: VoiceQualityStore, clockOf: ClockOf): VoiceQualities {
  return {
    async ended(queries, organisation, over) {
      const counted = over.filter(({ callType, startedAt }) => callType !== 'test' && startedAt !== null);
      if (counted.length === 0) return;
      const clock = await clockOf(organisation, queries.system);
      const dayOf = (moment: string): string => dateOf(moment, clock).toString();
      await store.add(
        queries,
        counted.map(({ uuid, flowUuid, createdAt }) => ({ uuid, flowUuid, day: dayOf(createdAt) })),
      );
    },
    async of(organisation, window) {
      const clock = await clockOf(organisation);
      const dayOf = (moment: string): string => dateOf(moment, clock).toString();
      const range = spanOf(window, clock);
      // The end is exclusive; at midnight it belongs to the next day.
      const lastMs = Math.max(Date.parse(range.from), Date.parse(range.to) - 1);
      const days = await store.days(organisation, dayOf(range.from), dayOf(new Date(lastMs).toISOString()));
      const refused = await store.refused(organisation, daysOf(range, clock));
      const uuids = [...new Set([...days, ...refused].map(({ agentUuid }) => agentUuid))];
      const names = await store.agentNames(
        organisation,
        uuids.filter((uuid) => uuid !== null),
      );
      const agents = uuids.map((agent_uuid) => {
        const isOwn = ({ agentUuid }: { readonly agentUuid: string | null }): boolean => agentUuid === agent_uuid;
        const agent_name = names.get(agent_uuid ?? '') ?? (agent_uuid === null ? 'Without an agent' : 'Deleted agent');
        const ofAgent = { days: days.filter(isOwn), refused: refused.filter(isOwn) };
        return { agent_uuid, agent_name, ...lineOf(ofAgent), days: byDay(ofAgent) };
      });
      const { refused_calls, ...total } = lineOf({ days, refused });
      return {
        window,
        range,
        total,
        days: byDay({ days, refused }),
        refused_calls,
        agents: agents.sort((a, b) => b.calls - a.calls || (a.agent_name < b.agent_name ? -1 : 1)),
      };
    },
  };
}

interface Measured {
  readonly days: readonly QualityDay[];
  readonly refused: readonly RefusedCalls[];
}

type Line = QualityLine & { readonly refused_calls: number };

const byDay = ({ days, refused }: Measured): (Line & { date: string })[] =>
  [...new Set([...days, ...refused].map(({ day }) => day))].sort().map((date) => {
    const isOn = ({ day }: { readonly day: string }): boolean => day === date;
    return { date, ...lineOf({ days: days.filter(isOn), refused: refused.filter(isOn) }) };
  });

function lineOf({ days, refused }: Measured): Line {
  const { calls, turns, interruptions, backchannels, words, confidenceSum, latencies } = togetherOf(days);
  const percentiles = stages.map((stage) => [
    stage,
    { p50: percentileOf(latencies[stage], 0.5), p95: percentileOf(latencies[stage], 0.95) },
  ]);
  return {
    calls,
    turns,
    latency_ms: Object.fromEntries(percentiles),
    interruptions,
    backchannels,
    interruption_rate: turns === 0 ? null : Number((interruptions / turns).toFixed(4)),
    word_confidence: words === 0 ? null : Number((confidenceSum / words).toFixed(4)),
    refused_calls: refused.reduce((sum, each) => sum + each.calls, 0),
  };
}
