import { z } from 'zod';
import { bodyId, email, pageFields, pageQuery, range } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { leaderboard, stats } from '../dashboard/index.ts';

const windows = ['week', 'month', 'quarter', 'custom'] as const;
const statuses = ['pending', 'completed', 'failed'] as const;
const status = z.enum(statuses, { error: `must be one of ${statuses.join(', ')}` });
const day = z.iso.date({ error: 'must be a date such as 2026-01-31' });

export const newReport = z.object({
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }),
  /** With `custom`: the first day. */
  from: day.exactOptional(),
  /** With `custom`: the last day, inclusive. */
  to: day.exactOptional(),
  segment_uuids: z.array(bodyId).max(50, 'must have at most 50 segments').default([]),
});
export type NewReport = z.output<typeof newReport>;

export const reportQuery = pageQuery.extend({
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }).exactOptional(),
  status: status.exactOptional(),
});
export type ReportQuery = z.output<typeof reportQuery>;

const listed = z.object({
  id: z.number().int(),
  uuid: z.string(),
  status,
  error: z.string().nullable(),
  window: z.enum(windows),
  /** Covered span: `from` inclusive, `to` exclusive. */
  range,
  segment_uuids: z.array(z.string()),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ListedReportJson = z.output<typeof listed>;

const count = z.number().int();

export const report = listed.extend({
  /** Null until the report is completed, as are all fields below. */
  stats: stats
    .extend({ outcome_unsure: stats.shape.outcome_unsure.optional().describe('Absent from older reports.') })
    .nullable(),
  /** Number of calls by stage; each count is a subset of the previous one. */
  headline_metrics: z.object({ calls: count, picked_up: count, with_outcome: count, successful: count }).nullable(),
  /** 0 to 100; null without calls. */
  performance_score: count.nullable(),
  summary: z.string().nullable(),
  /** Sentences of the summary, each with its number. */
  summary_sentences: z.array(z.object({ text: z.string(), metric: z.string(), value: z.number() })).nullable(),
  trend: z.array(z.object({ date: z.string(), calls: count })).nullable(),
  leaderboard: leaderboard.nullable(),
});
export type ReportJson = z.output<typeof report>;

export const accepted = z.object({ id: z.number().int(), uuid: z.string(), status: listed.shape.status });
export const reportList = z.object({ reports: z.array(listed), ...pageFields });
export const reportId = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) });
export const exportQuery = z.object({
  format: z.enum(['csv', 'pdf'], { error: 'must be csv or pdf' }),
});

export const newSchedule = z.object({
  every: z.enum(['week', 'month'], { error: 'must be week or month' }),
  recipients: z
    .array(email, 'must be a list of e-mail addresses')
    .max(20, 'must have at most 20 addresses')
    .default([])
    .describe('E-mail addresses of members. Without recipients, the report is only listed.'),
  segment_uuids: newReport.shape.segment_uuids,
});
export type NewSchedule = z.output<typeof newSchedule>;

export const schedule = z.object({
  id: count,
  every: z.enum(['week', 'month']),
  recipients: z.array(z.string()),
  segment_uuids: z.array(z.string()),
  next_at: z.string().describe('Time of the next report.'),
  created_at: z.string(),
});
export const scheduleList = z.object({
  schedules: z.array(schedule),
  timezone: z.string().describe("The organisation's time zone; days begin at its midnight."),
  is_mailed: z.boolean().describe('Whether the server has a mail server.'),
});

nameSchemas({
  Report: report,
  ReportSummary: listed,
  ReportList: reportList,
  NewReport: newReport,
  StartedReport: accepted,
  ReportSentence: report.shape.summary_sentences.unwrap().element,
  ReportSchedule: schedule,
  ReportScheduleList: scheduleList,
  NewReportSchedule: newSchedule,
});
