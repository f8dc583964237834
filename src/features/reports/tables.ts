import type { ReportResult } from './report.ts';
import type { ListedReport } from './store.ts';

export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

type Line = ReportResult['leaderboard']['unassigned'][number] & {
  /** AI agents only; null with fewer than five calls that have a sentiment. */
  readonly positive_sentiment_rate?: number | null;
};

/** Converts a report to tables, which are the same in every format. */
export function tablesOf({ window, rangeFrom, rangeTo }: ListedReport, result: ReportResult): Table[] {
  const { stats, funnel, leaderboard, trend, sentences, performanceScore, timezone, segments } = result;
  const { outcome_breakdown: outcomes, sentiment_breakdown: sentiments, ...figures } = stats;
  const about = [
    ...[['window', window] as const, ['from', rangeFrom] as const, ['to', rangeTo] as const],
    ...[['time zone', timezone] as const, ['segments', segments.join(', ') || 'all calls'] as const],
    ['performance score', performanceScore ?? ''] as const,
  ];
  const lineOf = (group: string) => (line: Line) => [
    ...[group, line.agent_name, line.calls_total, line.picked_up, line.pickup_rate, line.avg_duration_seconds],
    line.positive_sentiment_rate ?? '',
  ];
  const agents = [
    ...leaderboard.ai_agents.map(lineOf('AI agent')),
    ...leaderboard.human_agents.map(lineOf('Teammate')),
    ...leaderboard.unassigned.map(lineOf('Unassigned')),
  ];
  const agentHeader = [
    'group',
    'agent',
    'calls',
    'picked up',
    'pickup rate',
    'average seconds',
    'positive sentiment rate',
  ];
  return [
    { title: 'Report', header: ['property', 'value'], rows: about },
    { title: 'Summary', header: ['sentence', 'value'], rows: sentences.map(({ text, value }) => [text, value]) },
    { title: 'Funnel', header: ['stage', 'calls'], rows: Object.entries(funnel).map(titled) },
    { title: 'Statistics', header: ['metric', 'value'], rows: Object.entries(figures).map(titled) },
    { title: 'Outcomes', header: ['outcome', 'calls'], rows: Object.entries(outcomes) },
    { title: 'Sentiment', header: ['sentiment', 'calls'], rows: Object.entries(sentiments) },
    { title: 'Calls a day', header: ['date', 'calls'], rows: trend.map(({ date, calls }) => [date, calls]) },
    { title: 'Leaderboard', header: agentHeader, rows: agents },
  ];
}

const titled = ([key, value]: readonly [string, number]) => [key.replaceAll('_', ' '), value] as const;
