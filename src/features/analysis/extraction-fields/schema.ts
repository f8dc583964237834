import { z } from 'zod';
import { fieldTypes, measures } from '../../../analysis/types.ts';
import { lineOf, visibleLines, withDefault } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const key = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must have lower-case letters, digits and underscores, and begin with a letter');
const shortText = lineOf(120);
const options = z
  .array(shortText)
  .max(100, 'must have at most 100 options')
  .refine((all) => new Set(all).size === all.length, 'must not have an option twice');
const description = z.string().max(1000, 'must have at most 1,000 characters').transform(visibleLines);
const position = z.number().int().min(0).max(100_000);
const minSeconds = z.number().int().min(0).max(14_400, 'must be at most 14,400');
const weight = z.number().int().min(0).max(100, 'must be at most 100');
const scopes = ['installation', 'organisation'] as const;
export const measure = z.enum(measures, { error: `must be one of ${measures.join(', ')}` });
const fieldType = z.enum(fieldTypes, { error: `must be one of ${fieldTypes.join(', ')}` });

export const extractionField = z.object({
  id: z.number().int(),
  key: z.string(),
  name: z.string(),
  group: z.string(),
  field_type: z.enum(fieldTypes),
  options: z.array(z.string()),
  description: z.string(),
  /** If true, a call without a value lists the field as missing. */
  required: z.boolean(),
  /** If true, the field is skipped for calls that nobody answered. */
  only_if_connected: z.boolean(),
  /** The field is skipped for shorter calls. */
  min_seconds: z.number().int(),
  /** Weight of a score in the total of its category; 0 excludes it. */
  weight: z.number().int(),
  is_active: z.boolean(),
  position: z.number().int(),
  /** What a score measures instead of phrases; null for other fields. */
  measure: z.enum(measures).nullable(),
  /** `installation`: for every organisation of this server, changed by superadmins only. */
  scope: z.enum(scopes),
  version: z.number().int().meta({ description: 'The version that `If-Match` of a change names, in quotation marks.' }),
});
export type ExtractionField = z.output<typeof extractionField>;

export const extractionFieldList = z.object({
  fields: z.array(extractionField),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

const needsOptions = ({
  field_type,
  options: givenOptions,
}: {
  field_type?: string | undefined;
  options?: unknown[] | undefined;
}) => field_type !== 'enum' || (givenOptions?.length ?? 0) > 0;

export const newField = z
  .object({
    key,
    name: shortText,
    group: shortText.default('general'),
    field_type: fieldType,
    options: options.default([]),
    description: description.default(''),
    required: z.boolean().default(false),
    only_if_connected: z.boolean().default(false),
    min_seconds: minSeconds.default(0),
    weight: weight.default(1),
    is_active: z.boolean().default(true),
    position: position.exactOptional(),
    /** Scores only. */
    measure: measure.nullable().default(null),
    /** Superadmins choose; their default is `installation`. Other admins create fields of their organisation. */
    scope: z.enum(scopes, { error: `must be one of ${scopes.join(', ')}` }).exactOptional(),
  })
  .refine(needsOptions, { path: ['options'], error: 'must have at least one option for an enum' })
  .refine(({ field_type, measure: measured }) => measured === null || field_type === 'score', {
    path: ['measure'],
    error: 'must be null unless field_type is score',
  });
export type NewField = z.output<typeof newField>;

/** Stored values depend on them. */
export const unchangeable = ['key', 'field_type', 'measure', 'scope'] as const;

export const fieldPatch = z.object({
  name: shortText.exactOptional(),
  group: withDefault(shortText, 'general'),
  options: withDefault(options, []),
  description: withDefault(description, ''),
  required: withDefault(z.boolean(), false),
  only_if_connected: withDefault(z.boolean(), false),
  min_seconds: withDefault(minSeconds, 0),
  weight: withDefault(weight, 1),
  is_active: withDefault(z.boolean(), true),
  position: position.exactOptional(),
});
export type FieldPatch = z.output<typeof fieldPatch>;

export const fieldId = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) });

nameSchemas({
  ExtractionField: extractionField,
  ExtractionFieldList: extractionFieldList,
  NewExtractionField: newField,
  ExtractionFieldPatch: fieldPatch,
});
