/** Totals of the conversations with the same kind, outcome and sentiment. */
export interface ConversationGroup {
  readonly kind: 'inbound' | 'outbound' | 'upload';
  readonly outcome: string | null;
  readonly sentiment: Sentiment | null;
  readonly calls: number;
  readonly pickedUp: number;
  /** Total duration of those that were picked up. */
  readonly pickedUpMs: number;
}

/** Number of conversations by stage; each count is a subset of the previous one. */
export interface Funnel {
  readonly calls: number;
  readonly picked_up: number;
  /** Picked up, and analysed with an outcome. */
  readonly with_outcome: number;
  /** Those with an outcome in `successfulOutcomes`. */
  readonly successful: number;
}

export const successfulOutcomes = ['resolved', 'follow_up_scheduled', 'visit_scheduled', 'interested'] as const;

export type Sentiment = 'positive' | 'neutral' | 'negative';

export interface DashboardStats {
  readonly calls_total: number;
  readonly calls_inbound: number;
  readonly calls_outbound: number;
  readonly calls_uploaded: number;
  readonly picked_up: number;
  readonly pickup_rate: number;
  readonly avg_duration_seconds: number;
  readonly outcome_breakdown: Record<string, number>;
  /** Picked up and analysed, but the words show no outcome. */
  readonly outcome_unsure: number;
  readonly sentiment_breakdown: Partial<Record<Sentiment, number>>;
}

/**
 * Computes the statistics. `pickup_rate` is the share of all calls, 0 to 1; the mean duration covers calls that were
 * picked up. Both are 0 without calls.
 */
export function statsOf(groups: readonly ConversationGroup[], unsure: number): DashboardStats {
  const of = (kind: ConversationGroup['kind']): number => sum(groups.filter((group) => group.kind === kind));
  return {
    calls_total: sum(groups),
    calls_inbound: of('inbound'),
    calls_outbound: of('outbound'),
    calls_uploaded: of('upload'),
    ...pickups(groups),
    outcome_breakdown: breakdown(groups, ({ outcome }) => outcome),
    outcome_unsure: unsure,
    sentiment_breakdown: breakdown(groups, ({ sentiment }) => sentiment),
  };
}

type Pickups = Pick<DashboardStats, 'picked_up' | 'pickup_rate' | 'avg_duration_seconds'>;

export function pickups(groups: readonly Pick<ConversationGroup, 'calls' | 'pickedUp' | 'pickedUpMs'>[]): Pickups {
  const pickedUp = groups.reduce((all, group) => all + group.pickedUp, 0);
  const pickedUpMs = groups.reduce((all, group) => all + group.pickedUpMs, 0);
  return {
    picked_up: pickedUp,
    pickup_rate: rounded(pickedUp, sum(groups), 4),
    avg_duration_seconds: rounded(pickedUpMs / 1000, pickedUp, 1),
  };
}

const sum = (groups: readonly { readonly calls: number }[]): number =>
  groups.reduce((all, group) => all + group.calls, 0);

/** Counts calls by value, without values that no call has. */
function breakdown<Value extends string>(
  groups: readonly ConversationGroup[],
  of: (group: ConversationGroup) => Value | null,
): Partial<Record<Value, number>> & Record<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const value = of(group);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + group.calls);
  }
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted) as Partial<Record<Value, number>> & Record<string, number>;
}

export const rounded = (value: number, of: number, digits: number): number =>
  of === 0 ? 0 : Number((value / of).toFixed(digits));
