import type { Tables } from '../../../data/index.ts';
import type { Whole } from '../dashboard/index.ts';
import type { Sentence } from './summary.ts';

export type ReportRow = Tables['reports']['$inferSelect'];

/** Contents of a completed report. */
export interface ReportResult extends Whole {
  readonly performanceScore: number | null;
  readonly sentences: readonly Sentence[];
  /** IANA time zone that defines the days. */
  readonly timezone: string;
  readonly segments: readonly string[];
}

export const resultOf = (row: Pick<ReportRow, 'result'>): ReportResult | null => row.result as ReportResult | null;
