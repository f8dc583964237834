import { z } from 'zod';
import { runVerdicts } from '../../../data/index.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const verdict = z.enum(runVerdicts);
/** Null below `least`, where data is insufficient. */
const share = z.number().nullable();

const agreement = z.object({
  /** Number of verdicts, or of criteria met and missed, that a person reviewed. */
  count: z.number().int(),
  /** Share of agreement between judge and person. */
  agreed: share,
  /** Cohen's kappa. Also null if all choices are the same category. */
  kappa: z.number().min(-1).max(1).nullable(),
});
const rate = z.object({
  count: z.number().int(),
  hits: z.number().int(),
  rate: share,
  /** Lower bound of Wilson's 95 % interval. */
  low: share,
  high: share,
});

export const judgeQuality = z.object({
  /** Minimum count for which statistics are given. */
  least: z.number().int(),
  verdicts: agreement,
  /** Agreement on criteria, grouped into scores of at least 70 and scores below. */
  criteria: agreement,
  /** Runs whose verdict changed when they were judged again. */
  flips: rate,
  /** Simulated runs without a verdict because the simulated customer made a mistake. */
  invalid_runs: rate,
});
export type JudgeQuality = z.output<typeof judgeQuality>;

export const newChecks = z.object({
  /** Number of runs to judge again: those with the fewest checks first, then the newest. */
  limit: z.number().int().min(1).max(20, 'must be at most 20').default(10),
});
export type NewChecks = z.output<typeof newChecks>;

export const checks = z.object({
  results: z.array(
    z.object({ run_uuid: z.string(), verdict_before: verdict, verdict_after: verdict, flipped: z.boolean() }),
  ),
});
export type Checks = z.output<typeof checks>;

nameSchemas({
  JudgeQuality: judgeQuality,
  NewJudgeChecks: newChecks,
  JudgeChecks: checks,
  JudgeCheck: checks.shape.results.element,
});
