import { z } from 'zod';
import { valueStates } from '../../../analysis/types.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { fieldPatch, measure, newField } from '../extraction-fields/index.ts';

/** A field change to preview without storing it: of the field `id`, or of a new one. */
export const previewBody = z
  .object({
    id: z.number().int().positive().exactOptional(),
    field: fieldPatch
      .extend({
        key: newField.shape.key.exactOptional(),
        field_type: newField.shape.field_type.exactOptional(),
        measure: measure.exactOptional(),
      })
      .exactOptional(),
    /** Previews the removal of the field. */
    remove: z.boolean().default(false),
    /** Number of latest calls to examine. */
    last: z.number().int().min(1).max(200, 'must be at most 200').default(50),
  })
  .refine(({ id, field }) => id !== undefined || (field?.name !== undefined && field.field_type !== undefined), {
    path: ['field'],
    error: 'must have a name and a field_type, or id must name a field',
  })
  .refine(({ id, field }) => id === undefined || (field?.key === undefined && field?.field_type === undefined), {
    path: ['field'],
    error: 'must not have a key or a field_type: those of a field stay',
  })
  .refine(({ field }) => field?.field_type !== 'enum' || (field.options?.length ?? 0) > 0, {
    path: ['field', 'options'],
    error: 'must have at least one option for an enum',
  });
export type PreviewBody = z.output<typeof previewBody>;

const previewed = z.object({
  state: z.enum(valueStates),
  value: z.unknown(),
});

export const previewAnswer = z.object({
  /** Number of calls examined. */
  calls: z.number().int(),
  changed: z.number().int(),
  changes: z.array(
    z.object({
      id: z.number().int(),
      uuid: z.string(),
      before: previewed.nullable(),
      after: previewed.extend({ evidence: z.array(z.object({ turn: z.number().int(), text: z.string() })) }).nullable(),
      /** True if a person edited the value; the edit stays in effect. */
      edited: z.boolean(),
      /** For a score, the total of its category, 0 to 100. Null if no score that counts exists. */
      total_before: z.number().int().nullable(),
      total_after: z.number().int().nullable(),
    }),
  ),
  agreement: z
    .object({
      corrected: z
        .number()
        .int()
        .describe('Values that people entered for the field, in up to 200 of the latest calls.'),
      stored: z.number().int().describe('Of these, found by the analysis as it is stored.'),
      before: z.number().int().describe('Of these, found by the current rules with the field as it is.'),
      after: z.number().int().describe('Of these, found by the current rules with the change.'),
    })
    .describe('How the analysis agrees with people.'),
});

export const againBody = z.object({ last: z.number().int().min(1).max(10_000, 'must be at most 10,000').default(100) });
export const againAnswer = z.object({ queued: z.number().int() });

nameSchemas({
  FieldPreview: previewAnswer,
  FieldPreviewRequest: previewBody,
  FieldAgreement: previewAnswer.shape.agreement,
  FieldPreviewChange: previewAnswer.shape.changes.element,
  ReanalysisRequest: againBody,
  Reanalysis: againAnswer,
});
