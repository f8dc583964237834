import { z } from 'zod';

/** Lower-case text as `plainWords` leaves it, or a phrase as a person would write it; the list's field says which. */
export const entry = z.string().regex(/^\S(?:.*\S)?$/u, 'is empty, or has a space at an end');

const isUnique = (entries: readonly string[]): boolean => new Set(entries).size === entries.length;

const compiles = (pattern: string): boolean => {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
};

export const pattern = z.string().min(1).refine(compiles, 'not a regular expression');

/**
 * `source`: where the entries come from. `set`: whether a benchmark's rules were made by them; absent where none measures
 * them. What is held out stays in `bench/`.
 */
export const listMarks = {
  source: z.string().min(1),
  set: z.enum(['seen', 'held-out']).exactOptional(),
};

export const wordList = z.strictObject({
  ...listMarks,
  entries: z.array(entry).min(1).refine(isUnique, 'an entry is listed twice'),
});

export const wordPatterns = z.strictObject({
  ...listMarks,
  entries: z.array(pattern).min(1).refine(isUnique, 'an entry is listed twice'),
});

/** Words that a benchmark measures: the list says whether its rules were made by it. */
export const measuredWords = wordList.safeExtend({ set: z.enum(['seen', 'held-out']) });

/** A list of words or phrases. */
export type EntryList = Readonly<z.infer<typeof wordList>>;
