import { stringify } from 'csv-stringify/sync';
import type { ReportResult } from './report.ts';
import type { ListedReport } from './store.ts';

/** Columns of the only table. A row is one value: the metric of a name in a section. */
const columns = ['section', 'group', 'id', 'name', 'metric', 'value'];

type Value = string | number | null | undefined;
type Row = readonly Value[];

/**
 * Writes one table with a row for each value, which programs and spreadsheets can filter. Metrics have the names of the
 * report's JSON. Escapes text that a spreadsheet would take for a formula, because clients choose the names of agents.
 * Spreadsheets recognise UTF-8 by the byte order mark.
 */
export function toCsv(row: ListedReport, result: ReportResult): string {
  return stringify([columns, ...rowsOf(row, result)], { escape_formulas: true, record_delimiter: '\r\n', bom: true });
}

function rowsOf({ window, rangeFrom, rangeTo }: ListedReport, result: ReportResult): Row[] {
  const { stats, funnel, leaderboard, trend, sentences, performanceScore, timezone, segments } = result;
  const { outcome_breakdown: outcomes, sentiment_breakdown: sentiments, ...figures } = stats;
  const about = { window, from: rangeFrom, to: rangeTo, timezone, performance_score: performanceScore };
  return [
    ...metricsOf('report', about),
    ...segments.map((name): Row => ['report', '', '', name, 'segment', name]),
    ...sentences.map(({ text }, index): Row => ['summary', '', '', index + 1, 'sentence', text]),
    ...metricsOf('headline_metrics', { ...funnel }),
    ...metricsOf('stats', figures),
    ...callsOf('outcome_breakdown', Object.entries(outcomes)),
    ...callsOf('sentiment_breakdown', Object.entries(sentiments)),
    ...callsOf(
      'trend',
      trend.map(({ date, calls }) => [date, calls]),
    ),
    ...agentsOf('ai_agents', leaderboard.ai_agents),
    ...agentsOf('human_agents', leaderboard.human_agents),
    ...agentsOf('unassigned', leaderboard.unassigned),
  ];
}

const metricsOf = (section: string, values: Readonly<Record<string, Value>>): Row[] =>
  Object.entries(values).map(([metric, value]) => [section, '', '', '', metric, value]);

const callsOf = (section: string, counts: readonly (readonly [string, Value])[]): Row[] =>
  counts.map(([name, calls]) => [section, '', '', name, 'calls', calls]);

const agentsOf = (group: string, lines: readonly Agent[]): Row[] =>
  lines.flatMap(({ agent_id, agent_uuid, agent_name, ...metrics }) =>
    Object.entries(metrics).map(([metric, value]) => [
      'leaderboard',
      group,
      agent_id ?? agent_uuid,
      agent_name,
      metric,
      value,
    ]),
  );

type Agent = ReportResult['leaderboard']['unassigned'][number] & {
  readonly agent_id?: number;
  readonly agent_uuid?: string;
  readonly positive_sentiment_rate?: number | null;
};
