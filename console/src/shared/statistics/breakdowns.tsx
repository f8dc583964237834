import { SimpleGrid } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { DashboardStats } from '../../server/dashboard.ts';
import { outcomeName } from '../calls/value-text.ts';
import type { Bar } from '../charts/bar.ts';
import { ChartPanel } from '../charts/chart-panel.tsx';
import { type Covered, callsBehind, type NumberFilter } from './counted-address.ts';
import { changeText } from './numbers.ts';

type Counts = Readonly<Record<string, number | undefined>>;

/** Older reports do not count unclear outcomes. */
type Stats = Omit<DashboardStats, 'outcome_unsure'> & Partial<Pick<DashboardStats, 'outcome_unsure'>>;

interface BreakdownsProps {
  readonly stats: Stats | undefined;
  /** Statistics of the previous window, for comparison. */
  readonly before?: Stats | undefined;
  readonly covered: Covered;
  /** Beside each other where there is room. */
  readonly isWide?: boolean;
}

const sentiments = [
  { key: 'positive', label: t('Positive') },
  { key: 'neutral', label: t('Neutral') },
  { key: 'negative', label: t('Negative') },
] as const;

/** How a call itself ended. The other outcomes are of conversations. */
const callResults: ReadonlySet<string> = new Set([
  ...[
    'connected',
    'voicemail',
    'no-answer',
    'failed',
    'agent_answered',
    'agent_no_answer',
    'customer_no_answer',
    'cancelled',
  ],
]);

/** Number of calls per outcome of the conversation, per result of the call without one, and per sentiment. */
export function Breakdowns({ stats, before, covered, isWide }: BreakdownsProps) {
  const bar = (
    label: string,
    filter: NumberFilter,
    { now = 0, was }: { now: number | undefined; was: number | undefined },
  ): Bar => ({
    key: label,
    label,
    tick: label,
    value: now,
    href: callsBehind(covered, filter),
    change: was === undefined ? undefined : changeText({}, now, was),
  });
  const was = (counts: Counts | undefined, key: string) => (counts === undefined ? undefined : (counts[key] ?? 0));
  const outcomes = Object.entries(stats?.outcome_breakdown ?? {})
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([outcome, now]) => ({
      ...bar(
        outcomeName(outcome),
        { outcome: outcome as NonNullable<NumberFilter['outcome']> },
        { now, was: was(before?.outcome_breakdown, outcome) },
      ),
      key: outcome,
    }));
  const unsure = {
    ...bar(t('Unsure'), { stage: 'unsure' }, { now: stats?.outcome_unsure, was: before?.outcome_unsure }),
    tone: 'neutral',
  } as const;
  const known = outcomes.filter(({ key }) => !callResults.has(key));
  const moods = sentiments.map(({ key, label }) => ({
    ...bar(
      label,
      { sentiment: key },
      { now: stats?.sentiment_breakdown[key], was: was(before?.sentiment_breakdown, key) },
    ),
    tone: key,
  }));
  return (
    <SimpleGrid cols={{ base: 1, ...(isWide === true && { lg: 3 }) }} spacing="md" style={{ alignContent: 'start' }}>
      <ChartPanel
        id={'outcomes'}
        title={t('Outcomes')}
        shape={'rows'}
        unit={t('Calls')}
        each={t('Outcome')}
        bars={stats === undefined ? undefined : unsure.value > 0 ? [...known, unsure] : known}
        empty={t('No conversation has an outcome in this time.')}
      />
      <ChartPanel
        id={'results'}
        title={t('Call results')}
        shape={'rows'}
        unit={t('Calls')}
        each={t('Result')}
        bars={stats === undefined ? undefined : outcomes.filter(({ key }) => callResults.has(key))}
        empty={t('No call has a result in this time.')}
      />
      <ChartPanel
        id={'sentiment'}
        title={t('Sentiment')}
        shape={'rows'}
        unit={t('Calls')}
        each={t('Sentiment')}
        bars={stats === undefined ? undefined : moods.some(({ value }) => value > 0) ? moods : []}
        empty={t('No call has a sentiment in this time.')}
      />
    </SimpleGrid>
  );
}
