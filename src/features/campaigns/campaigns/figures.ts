import type { OrganisationId } from '../../../data/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { Flow } from './definition-service.ts';
import { type CallSum, clockIn, metricsOf, noCalls, sumWith, zoneOf } from './metrics.ts';
import type { MetricsStore } from './metrics-store.ts';
import type { CampaignMetrics } from './schema.ts';

export interface Figures {
  /** Returns metrics by campaign uuid. */
  of(organisation: OrganisationId, flows: readonly Flow[]): Promise<Map<string, CampaignMetrics>>;
}

interface Past {
  readonly sum: CallSum;
  readonly before: string;
}

const dayMs = 86_400_000;
/** Span of one query, so that others do not wait for long. */
const spanMs = 7 * dayMs;
const maxRemembered = 1000;

/**
 * Metrics of campaigns. No call lasts a day, so the sums of calls before yesterday are final: they are computed once
 * and cached, and only newer calls are read again.
 */
export function createFigures(store: MetricsStore, now: () => Date): Figures {
  const remembered = createGrowingCache<Past>(maxRemembered);

  async function past(organisation: OrganisationId, flow: Flow, before: string): Promise<CallSum> {
    const zone = zoneOf(flow);
    const key = `${organisation} ${flow.uuid} ${zone}`;
    const storedPast = remembered.get(key);
    if (storedPast?.before === before) return storedPast.sum;
    const from = storedPast?.before ?? (await store.first(organisation, flow.uuid)) ?? before;
    const sum = await summed(organisation, flow, { from, before, sum: storedPast?.sum ?? noCalls });
    remembered.set(key, { sum, before });
    return sum;
  }

  async function summed(organisation: OrganisationId, flow: Flow, { from, before, sum }: Past & { from: string }) {
    const clock = clockIn(zoneOf(flow));
    let all = sum;
    for (let start = from; start < before; ) {
      const next = new Date(Date.parse(start) + spanMs).toISOString();
      const end = next < before ? next : before;
      const buckets = await store.buckets(organisation, [flow.uuid], { from: start, before: end });
      all = sumWith(all, buckets.get(flow.uuid) ?? [], clock);
      start = end;
    }
    return all;
  }

  return {
    async of(organisation, flows) {
      const at = now();
      const from = new Date(Math.floor(at.getTime() / dayMs) * dayMs - dayMs).toISOString();
      const uuids = flows.map(({ uuid }) => uuid);
      const metricsByFlow = new Map<string, CampaignMetrics>();
      const pasts: CallSum[] = [];
      for (const flow of flows) pasts.push(await past(organisation, flow, from));
      const recent = await store.buckets(organisation, uuids, { from });
      for (const [index, flow] of flows.entries()) {
        const clock = clockIn(zoneOf(flow));
        const newer = recent.get(flow.uuid) ?? [];
        const sum = sumWith(pasts[index] ?? noCalls, newer, clock);
        metricsByFlow.set(flow.uuid, metricsOf({ sum, recent: newer, clock, now: at }));
      }
      return metricsByFlow;
    },
  };
}
