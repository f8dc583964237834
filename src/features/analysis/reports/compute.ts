import { type Dashboard, type DayClock, performanceScore, type Span, spanBefore } from '../dashboard/index.ts';
import type { SegmentScope } from '../segments/index.ts';
import type { ReportResult } from './report.ts';
import { summaryOf } from './summary.ts';

export interface ReportInput {
  readonly viewer: Parameters<Dashboard['whole']>[0];
  readonly span: Span;
  readonly scope: SegmentScope;
  readonly clock: Pick<DayClock, 'timezone'>;
}

/** Computes the statistics of a span, compared with the preceding span of the same length. */
export async function computeReport(
  dashboard: Pick<Dashboard, 'whole' | 'count'>,
  { viewer, span, scope, clock }: ReportInput,
): Promise<ReportResult> {
  const whole = await dashboard.whole(viewer, span, scope);
  const before = await dashboard.count(viewer, spanBefore(span), scope);
  return {
    ...whole,
    performanceScore: performanceScore(whole.stats.sentiment_breakdown, whole.funnel),
    sentences: summaryOf(whole, before),
    timezone: clock.timezone,
    segments: scope.flat().map(({ name }) => name),
  };
}
