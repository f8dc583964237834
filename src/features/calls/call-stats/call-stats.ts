import type { CallOutcome } from '../../../data/index.ts';
import type { Sentiment } from './call-filter.ts';

/** Number and total duration of the calls with one outcome and sentiment. */
export interface CallGroup {
  readonly outcome: CallOutcome | null;
  readonly sentiment: Sentiment | null;
  readonly calls: number;
  readonly durationMs: number;
}

export interface CallStats {
  readonly total_calls: number;
  readonly connected: number;
  readonly voicemail: number;
  readonly no_answer: number;
  readonly failed: number;
  readonly connect_rate: number;
  readonly sentiment_breakdown: Record<Sentiment, number>;
  readonly avg_duration_seconds: number;
}

/**
 * Computes the statistics. `connect_rate` is the share of finished calls that connected, 0 to 1; `avg_duration_seconds`
 * covers connected calls. Both are 0 without calls.
 */
export function statsOf(groups: readonly CallGroup[]): CallStats {
  const of = (matches: (group: CallGroup) => boolean, value = (group: CallGroup) => group.calls): number =>
    groups.reduce((all, group) => all + (matches(group) ? value(group) : 0), 0);
  const withOutcome = (...outcomes: CallOutcome[]) => of((group) => outcomes.some((each) => each === group.outcome));
  const withSentiment = (sentiment: Sentiment) => of((group) => group.sentiment === sentiment);
  const connected = withOutcome('connected', 'agent_answered');
  const connectedMs = of(
    (group) => group.outcome === 'connected' || group.outcome === 'agent_answered',
    (group) => group.durationMs,
  );
  return {
    total_calls: of(() => true),
    connected,
    voicemail: withOutcome('voicemail'),
    no_answer: withOutcome('no-answer', 'agent_no_answer', 'customer_no_answer', 'cancelled'),
    failed: withOutcome('failed'),
    connect_rate: rounded(
      connected,
      of((group) => group.outcome !== null),
      4,
    ),
    sentiment_breakdown: {
      positive: withSentiment('positive'),
      neutral: withSentiment('neutral'),
      negative: withSentiment('negative'),
    },
    avg_duration_seconds: rounded(connectedMs / 1000, connected, 1),
  };
}

const rounded = (value: number, of: number, digits: number): number =>
  of === 0 ? 0 : Number((value / of).toFixed(digits));
