import { z } from 'zod';
import { versionNote } from '../../../http/edits.ts';
import { pageQuery } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const number = z.coerce.number().int().min(1).max(1_000_000_000);

export const subjectParams = z.object({ uuid: z.uuid() });
export const versionParams = subjectParams.extend({ version: number });
export const versionsQuery = pageQuery;

export const restoring = z.object({ version_note: versionNote }).prefault({});

export const compared = z.object({
  from: number,
  to: number.optional().meta({ description: 'The current version if omitted.' }),
});

export const versionSummary = z.object({
  version: z.number().int(),
  state: z.enum(['current', 'draft', 'earlier', 'unpublished']).meta({
    description:
      '`current`: new calls use it. `draft`: the draft. `earlier`: published before. `unpublished`: a draft that another one replaced.',
  }),
  author: z.object({ user_uuid: z.string(), name: z.string().nullable(), by_key: z.boolean() }).nullable().meta({
    description: 'Null for the server itself, and for what was saved before versions were kept.',
  }),
  note: z.string().nullable(),
  restored_from: z.number().int().nullable(),
  created_at: z.string(),
});

const definition = z.record(z.string(), z.unknown());

export const version = versionSummary.extend({ definition });

export const versionList = z.object({
  versions: z.array(versionSummary),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

const fieldDifference = z.object({
  field: z.string().meta({ description: 'Parts of an object are fields of their own: `turn.endpointing_ms`.' }),
  words: z
    .array(z.object({ change: z.enum(['same', 'removed', 'added']), text: z.string() }))
    .nullable()
    .meta({ description: 'The difference of a text by words; null for other values.' }),
  from: z.unknown(),
  to: z.unknown(),
});

export const difference = z.object({
  from: z.number().int(),
  to: z.number().int(),
  fields: z.array(fieldDifference),
});

nameSchemas({
  Version: version,
  VersionSummary: versionSummary,
  VersionList: versionList,
  VersionDifference: difference,
});
