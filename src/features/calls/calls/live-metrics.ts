import { LRUCache } from 'lru-cache';
import { readConversation } from '../../../analysis/conversation.ts';
import { sentimentOf } from '../../../analysis/sentiment.ts';
import { transcriptOfLines } from '../../../transcripts/of-lines.ts';
import { quantile } from '../call-stats/index.ts';
import type { CallRow, StoredEvent } from './call-rows.ts';
import type { LiveCall } from './schema.ts';
import type { CallStore } from './store.ts';

/** What the wall of live calls shows beside the call itself. */
export type LiveMetrics = Pick<LiveCall, 'mood' | 'latency_ms'>;

type Measured = Pick<CallRow, 'uuid' | 'organisationId' | 'turns'>;

/** The mood is that of the last turns: a caller who was angry three minutes ago may be content now. */
const lastEvents = 40;
const mostTurns = 12;
const mostCharacters = 500;
const mostCalls = 2000;

/**
 * Returns the metrics of calls in progress, which change with their answered turns. Each is computed once per turn for
 * all readers.
 */
export function createLiveMetrics(store: Pick<CallStore, 'lastEvents'>) {
  const measuredCalls = new LRUCache<string, LiveMetrics & { readonly turns: number }>({ max: mostCalls });
  return async ({ uuid, organisationId, turns }: Measured): Promise<LiveMetrics> => {
    if (turns === 0) return { mood: null, latency_ms: null };
    const earlier = measuredCalls.get(uuid);
    if (earlier?.turns === turns) return earlier;
    const measured = { ...metricsOf(await store.lastEvents(organisationId, uuid, lastEvents)), turns };
    measuredCalls.set(uuid, measured);
    return measured;
  };
}

/** The word lists of the analysis are English; the words of another script have no known mood. */
const isReadable = (text: string): boolean =>
  (text.match(/\p{Script=Latin}/gu) ?? []).length * 2 >= (text.match(/\p{L}/gu) ?? []).length;

export function metricsOf(events: readonly StoredEvent[]): LiveMetrics {
  const totals = events.flatMap((event) => (event.type === 'turn' ? [event.latency.total] : []));
  const turns = transcriptOfLines(events.flatMap((event) => (event.type === 'line' ? [event.line] : [])))
    .slice(-mostTurns)
    .map((turn) => ({ ...turn, text: turn.text.slice(0, mostCharacters) }));
  const spoken = turns.flatMap(({ speaker, text }) => (speaker === 'agent' ? [] : [text])).join(' ');
  return {
    mood: isReadable(spoken) ? (sentimentOf(readConversation(turns))?.value ?? null) : null,
    latency_ms: quantile(
      totals.sort((a, b) => a - b),
      0.5,
    ),
  };
}
