import { z } from 'zod';
import { runVerdicts } from '../../../data/index.ts';
import { linesOf } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const verdict = z.enum(runVerdicts, { error: 'must be pass, partial or fail' });
const reviewedScore = z.object({
  field_id: z.string().min(1, 'must not be empty').max(200),
  /** 0 to 100; null if the criterion does not apply to the run. */
  score: z.number().int().min(0).max(100).nullable(),
});

export const newReview = z.object({
  /** Absent or null if the judge's verdict is correct. */
  verdict: verdict.nullish(),
  /** Corrected scores. The judge's other scores count as correct. */
  scores: z
    .array(reviewedScore)
    .max(50, 'must have at most 50 scores')
    .refine((all) => new Set(all.map(({ field_id: id }) => id)).size === all.length, 'must not have a field_id twice')
    .nullish(),
  reason: linesOf(2000),
});
export type NewReview = z.output<typeof newReview>;

export const review = z.object({
  verdict: verdict.nullable(),
  scores: z.array(reviewedScore),
  reason: z.string(),
  user_uuid: z.string(),
  updated_at: z.string(),
});
export type Review = z.output<typeof review>;

nameSchemas({
  PracticeReview: review,
  NewPracticeReview: newReview,
  ReviewedScore: reviewedScore,
});
