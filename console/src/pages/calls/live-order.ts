import { t } from '../../language/text.ts';
import type { CallSummary, LiveCall } from '../../server/answers.ts';
import { milliseconds } from '../../shared/page/figures.ts';

export const orders = {
  newest: t('Newest first'),
  longest: t('Longest first'),
  unhappy: t('Unhappiest first'),
  slowest: t('Slowest replies first'),
} as const;
export type Order = keyof typeof orders;

/** Start of a call, on the clock of timers. */
export const startOf = ({ started_at: startedAt, created_at: createdAt }: CallSummary): number =>
  performance.now() - (Date.now() - Date.parse(startedAt ?? createdAt));

const moodRank = { negative: 0, neutral: 1, positive: 2 } as const;
const rankOf = ({ mood }: LiveCall): number => (mood === null ? 3 : moodRank[mood]);
const sinceOf = ({ started_at: startedAt, created_at: createdAt }: LiveCall): string => startedAt ?? createdAt;

/** The server lists the newest first. The longest is first among equals, because it has waited longest. */
export function inOrder(calls: readonly LiveCall[], order: Order): readonly LiveCall[] {
  if (order === 'newest') return calls;
  const byLength = calls.toSorted((a, b) => sinceOf(a).localeCompare(sinceOf(b)));
  if (order === 'unhappy') return byLength.sort((a, b) => rankOf(a) - rankOf(b));
  if (order === 'slowest') return byLength.sort((a, b) => (b.latency_ms ?? -1) - (a.latency_ms ?? -1));
  return byLength;
}

/** How many callers are unhappy, and the slowest agent: what a wall of many calls is watched for. */
export function troublesOf(calls: readonly LiveCall[]): string {
  const unhappy = calls.filter(({ mood }) => mood === 'negative').length;
  const slowest = Math.max(...calls.map(({ latency_ms: latencyMs }) => latencyMs ?? 0));
  const parts = [t('{count, plural, one {# caller is unhappy} other {# callers are unhappy}}', { count: unhappy })];
  if (slowest > 0) parts.push(t('slowest replies after {latency}', { latency: milliseconds(slowest) }));
  return parts.join(' · ');
}
