import { z } from 'zod';
import { fieldTypes, measures } from '../../../analysis/types.ts';
import { bodyId, freeObject, languageCode, requiredId } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { givenPerson, isOnAgentsSide, notOnAgentsSide } from '../../analysis/index.ts';

const speaker = z.enum(['agent', 'customer', 'unknown'], { error: 'must be agent, customer or unknown' });
const line = z
  .object({
    speaker,
    text: z.string().max(10_000, 'must have at most 10,000 characters'),
    timestamp: z.number().min(0).max(86_400).exactOptional(),
    /** Marks a turn of the agent's side that another person spoke. It counts in no score. */
    spoken_by: givenPerson.exactOptional(),
  })
  .refine(isOnAgentsSide, notOnAgentsSide);

const rubricField = z.object({
  id: bodyId,
  name: z.string().min(1, 'must not be empty').max(200),
  field_type: z.enum(fieldTypes, { error: `must be one of ${fieldTypes.join(', ')}` }).default('score'),
  group: z.string().max(120).default('general'),
  description: z.string().max(2000).default(''),
  /** For a score: the phrases that the agent should say. */
  options: z.array(z.string().min(1).max(400)).max(100).default([]),
  /** What a score measures instead of phrases. */
  measure: z
    .enum(measures, { error: `must be one of ${measures.join(', ')}` })
    .nullable()
    .default(null),
  /** Score from which the criterion counts as met. */
  bar: z.number().int().min(0).max(100).default(70),
});
export type RubricField = z.output<typeof rubricField>;

const stated = z.union([z.string().max(20_000), freeObject]);

export const simulation = z.object({
  run_uuid: requiredId('run_uuid is missing'),
  transcript: z.array(line).min(1, 'must have at least one turn').max(5000, 'must have at most 5,000 turns'),
  objective: z.string().max(4000).default(''),
  /** Facts that the customer withheld. */
  hidden_state: stated.nullable().exactOptional(),
  objections: z
    .array(z.union([z.string().max(2000), freeObject]))
    .max(100)
    .default([]),
  rubric_fields: z
    .array(rubricField)
    .min(1, 'must have at least one field')
    .max(50, 'must have at most 50 fields')
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not have an id twice'),
  language_code: languageCode.exactOptional(),
});
export type Simulation = z.output<typeof simulation>;

const verdicts = ['pass', 'partial', 'fail'] as const;

export const judged = z.object({
  simulation_id: z.string(),
  verdict: z.enum(verdicts),
  objective_met: z.boolean(),
  scores: z.array(
    z.object({
      field_id: z.string(),
      name: z.string(),
      /** Null if the criterion cannot be judged; it then does not count for the verdict. */
      score: z.number().int().nullable(),
      max: z.number().int(),
      bar: z.number().int(),
      rationale: z.string(),
      /** Indexes into the transcript. */
      evidence: z.array(z.number().int()),
    }),
  ),
  /** Values of the other fields, by group. */
  extraction: z.record(z.string(), z.record(z.string(), z.unknown())),
  qms_scores: z.record(z.string(), z.number().int()),
  summary: z.string(),
});
export type Judged = z.output<typeof judged>;
export type Score = Judged['scores'][number];

nameSchemas({
  JudgedSimulation: judged,
  NewSimulation: simulation,
  SimulationTurn: line,
  SimulationField: rubricField,
  SimulationScore: judged.shape.scores.element,
});
