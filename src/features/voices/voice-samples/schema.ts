import { z } from 'zod';
import { languageCode } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const standardLanguages = ['en-IN'] as const;

const voice = z.object({ speaker: z.string(), language: z.string(), provider: z.string(), model: z.string() });

export const catalog = z.object({
  speakers: z.array(
    z.object({ name: z.string(), provider: z.string(), model: z.string(), languages: z.array(z.string()) }),
  ),
  total: z
    .number()
    .int()
    .describe(
      'Clips of a run with every voice and language of this catalog. The voices of a speech provider are listed once its key is configured.',
    ),
});

const sample = voice.extend({
  uuid: z.string(),
  url: z.string(),
  duration_seconds: z.number(),
  created_at: z.string(),
});
export type Sample = z.output<typeof sample>;

export const sampleList = z.object({ samples: z.array(sample) });

export const sampleUuid = z.object({ uuid: z.uuid() });

const names = z.string().min(1).max(64);

export const generate = z.object({
  speakers: z.array(names).min(1).max(500).optional().describe('All if omitted.'),
  languages: z
    .array(languageCode)
    .min(1)
    .max(100)
    .default([...standardLanguages]),
  model: z.string().min(1).max(100).optional().describe('Voices of this model only.'),
  force: z.boolean().default(false).describe('Creates existing clips again.'),
});
export type Generate = z.output<typeof generate>;

export const generating = z.object({ status: z.literal('generating') });
export const running = z.object({ running: z.boolean() });
export const conflict = z.object({ error: z.string() });

nameSchemas({
  VoiceSample: sample,
  VoiceSampleList: sampleList,
  VoiceSampleCatalog: catalog,
  CatalogVoice: catalog.shape.speakers.element,
  NewVoiceSamples: generate,
  VoiceSampleGeneration: generating,
  VoiceSampleProgress: running,
  VoiceSampleConflict: conflict,
});
