import { z } from 'zod';
import { runVerdicts } from '../../data/index.ts';

const verdict = z.enum(runVerdicts);
/** Null below `least`: not enough data. */
const share = z.number().nullable();

const agreement = z.object({
  /** Verdicts, or criteria met and missed, that a person reviewed. */
  count: z.number().int(),
  /** Share on which judge and person agree. */
  agreed: share,
  /** Cohen's kappa. Also null where both gave everything the same category. */
  kappa: z.number().min(-1).max(1).nullable(),
});
const rate = z.object({
  count: z.number().int(),
  hits: z.number().int(),
  rate: share,
  /** Wilson's interval of 95 %. */
  low: share,
  high: share,
});

export const judgeQuality = z.object({
  /** Figures of fewer are not given. */
  least: z.number().int(),
  verdicts: agreement,
  /** Criteria at or above 70, against those below. */
  criteria: agreement,
  /** Runs whose verdict changed when they were judged once more. */
  flips: rate,
  /** Simulated runs that have no verdict because the simulated customer made a mistake. */
  invalid_runs: rate,
});
judgeQuality.register(z.globalRegistry, { id: 'JudgeQuality' });
export type JudgeQuality = z.output<typeof judgeQuality>;

export const newChecks = z.object({
  /** How many runs to judge once more: those that were never checked first, newest first. */
  limit: z.number().int().min(1).max(20, 'must be at most 20').default(10),
});
export type NewChecks = z.output<typeof newChecks>;

export const checks = z.object({
  results: z.array(
    z.object({ run_uuid: z.string(), verdict_before: verdict, verdict_after: verdict, flipped: z.boolean() }),
  ),
});
export type Checks = z.output<typeof checks>;
