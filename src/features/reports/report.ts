import type { Tables } from '../../data/index.ts';
import type { Whole } from '../dashboard/index.ts';
import type { Sentence } from './summary.ts';

export type ReportRow = Tables['reports']['$inferSelect'];

/** What a completed report states. */
export interface ReportResult extends Whole {
  readonly performanceScore: number | null;
  readonly sentences: readonly Sentence[];
  /** IANA zone whose midnights part the days. */
  readonly timezone: string;
  readonly segments: readonly string[];
}

export const resultOf = (row: Pick<ReportRow, 'result'>): ReportResult | null => row.result as ReportResult | null;
