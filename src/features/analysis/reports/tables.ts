import type { ReportResult } from './report.ts';

export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

type Line = ReportResult['leaderboard']['unassigned'][number] & {
  /** AI agents only; null with fewer than five calls that have a sentiment. */
  readonly positive_sentiment_rate?: number | null;
};

/** Returns the tables that a PDF has beside its charts. */
export function tablesOf({ stats, leaderboard, trend }: ReportResult): Table[] {
  const { outcome_breakdown: _, sentiment_breakdown: __, ...figures } = stats;
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
    { title: 'Statistics', header: ['metric', 'value'], rows: Object.entries(figures).map(titled) },
    { title: 'Calls a day', header: ['date', 'calls'], rows: trend.map(({ date, calls }) => [date, calls]) },
    { title: 'Leaderboard', header: agentHeader, rows: agents },
  ];
}

const titled = ([key, value]: readonly [string, number]) => [key.replaceAll('_', ' '), value] as const;
