import { z } from 'zod';
import { difficulties } from '../../../data/index.ts';
import { queryInteger, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const verdict = z.enum(['pass', 'partial', 'fail']);

export const nextScenario = z.object({
  /** Null if no scenario exists. */
  scenario_uuid: z.string().nullable(),
  scenario_name: z.string().nullable(),
  objective: z.string().nullable(),
  difficulty: z.enum(difficulties).nullable(),
  /** The criterion with the lowest mean; null before the first scored session, and if all criteria are at the bar. */
  criterion: z
    .object({
      field_id: z.string(),
      name: z.string(),
      /** 0 to 100. */
      mean: z.number().int(),
      runs: z.number().int(),
    })
    .nullable(),
  /** A sentence on why this scenario was chosen. */
  reason: z.string(),
});
export type NextScenario = z.output<typeof nextScenario>;

export const progressQuery = z.object({
  days: queryInteger(1, 365).default(90),
  user_uuid: uuid.exactOptional(),
});
export type ProgressQuery = z.output<typeof progressQuery>;

const criterion = z.object({
  field_id: z.string(),
  name: z.string(),
  /** Mean of all points, 0 to 100. */
  mean: z.number().int(),
  points: z.array(z.object({ run_uuid: z.string(), at: z.string(), score: z.number().int() })),
});

const person = z.object({
  user_uuid: z.string(),
  /** Name, or the e-mail address of a person without one. */
  name: z.string(),
  /** Mean of the scores, 0 to 100. */
  mean: z.number().int().nullable(),
  /** Sessions with a verdict, oldest first. */
  runs: z.array(
    z.object({
      run_uuid: z.string(),
      scenario_name: z.string(),
      at: z.string(),
      score: z.number().int().nullable(),
      verdict: verdict.nullable(),
    }),
  ),
  /** The lowest mean first. */
  criteria: z.array(criterion),
});
export type Person = z.output<typeof person>;

export const progress = z.object({
  results: z.array(person),
  days: z.number().int(),
  /** Score from which a criterion counts as met. */
  bar: z.number().int(),
});
export type Progress = z.output<typeof progress>;

nameSchemas({
  NextScenario: nextScenario,
  PracticeProgress: progress,
  PracticeProgressOfPerson: person,
  PracticeCriterion: criterion,
  CriterionPoint: criterion.shape.points.element,
  PracticedRun: person.shape.runs.element,
});
