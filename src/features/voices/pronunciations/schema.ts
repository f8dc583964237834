import { z } from 'zod';
import { invisible, lineOf, pageFields, pageQuery } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export { pageQuery };

export const pronunciationUuid = z.object({ uuid: z.uuid() });

const wordForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&.+-][\p{L}\p{M}\p{N}]+)*$/u;
const word = lineOf(60)
  .pipe(z.string().regex(wordForm, "must be one word of letters and digits, which may contain ', &, +, . and -"))
  .meta({
    description: "One word of letters and digits, which may contain `'`, `&`, `+`, `.` and `-`.",
    minLength: 1,
    maxLength: 60,
    pattern: `^[^${invisible}!-%(-*,/:-@[-\`{-~]+$`,
    examples: ['Nguyen'],
  });

const phonemes = lineOf(100).meta({
  description: 'In the International Phonetic Alphabet.',
  examples: ['ˈwɪn'],
  pattern: '^[ptkbdfvszmnlwj]?[ɪɛæʌʊ][ptkbdfvszmnl]?$',
});

const respellingForm = /^\p{L}[\p{L}\p{M} '’-]*$/u;
const respelling = lineOf(100)
  .pipe(z.string().regex(respellingForm, 'must consist of letters, spaces, hyphens and apostrophes'))
  .meta({
    description: 'A respelling that an English reader would pronounce correctly.',
    examples: ['win'],
    minLength: 1,
    maxLength: 100,
    pattern: '^[a-z]+( [a-z]+)*$',
  });

export const newPronunciation = z.object({
  word,
  phonemes: phonemes.nullable().optional(),
  respelling: respelling.nullable().optional(),
});
export type NewPronunciation = z.output<typeof newPronunciation>;

export const pronunciationPatch = newPronunciation.partial();
export type PronunciationPatch = z.output<typeof pronunciationPatch>;

export const spokenWord = newPronunciation.extend({
  speaker: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('A voice that accepts pronunciations. Defaults to the first one.'),
});
export type SpokenWord = z.output<typeof spokenWord>;

export const pronunciation = z.object({
  uuid: z.string(),
  word: z.string(),
  phonemes: z.string().nullable(),
  respelling: z.string().nullable(),
  created_at: z.string(),
});

export const pronunciationList = z.object({ pronunciations: z.array(pronunciation), ...pageFields });

nameSchemas({
  Pronunciation: pronunciation,
  PronunciationList: pronunciationList,
  NewPronunciation: newPronunciation,
  PronunciationPatch: pronunciationPatch,
  PronunciationPreview: spokenWord,
});
