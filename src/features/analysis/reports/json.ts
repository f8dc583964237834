import { type ReportRow, resultOf } from './report.ts';
import type { ListedReportJson, ReportJson } from './schema.ts';
import type { ListedReport } from './store.ts';

export const toListed = (row: ListedReport): ListedReportJson => ({
  id: row.id,
  uuid: row.uuid,
  status: row.status,
  error: row.error,
  window: row.window,
  range: { from: row.rangeFrom, to: row.rangeTo },
  segment_uuids: row.segmentUuids as string[],
  created_at: row.createdAt,
  finished_at: row.finishedAt,
});

export function toReport(row: ReportRow): ReportJson {
  const result = resultOf(row);
  return {
    ...toListed(row),
    stats: result?.stats ?? null,
    headline_metrics: result?.funnel ?? null,
    performance_score: result?.performanceScore ?? null,
    summary: result?.sentences.map(({ text }) => text).join(' ') ?? null,
    summary_sentences: result === null ? null : [...result.sentences],
    trend: result === null ? null : [...result.trend],
    leaderboard: result?.leaderboard ?? null,
  };
}
