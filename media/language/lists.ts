import { z } from 'zod';
import { withParts } from './pattern-parts.ts';

/** Lower-case text as `plainWords` leaves it, or a phrase as a person would write it; the list's field says which. */
export const entry = z.string().regex(/^\S(?:.*\S)?$/u, 'is empty, or has a space at an end');

const isUnique = (entries: readonly string[]): boolean => new Set(entries).size === entries.length;

const compiles = (pattern: string): boolean => {
  try {
    new RegExp(withParts(pattern, {}), 'u');
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

const frame = z
  .string()
  .refine((text) => text.split('{entries}').length === 2, 'does not have {entries} once')
  .refine((text) => compiles(text.replace('{entries}', 'x')), 'not a regular expression');

/** Parts of one expression, and what is around them: a place, or an expression that has `{entries}` in their place. */
const parts = { at: z.enum(['words', 'begins', 'anywhere']).or(frame), entries: z.array(pattern).min(1) };

/** An expression. Code that reads its groups counts on their order. */
const phrasing = z.strictObject(parts);

/** An expression with its own source. */
export const measuredPhrasing = z.strictObject({ ...listMarks, set: z.enum(['seen', 'held-out']), ...parts });

const named = <Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;

const words = z.strictObject({ entries: z.array(entry).min(1).refine(isUnique, 'an entry is listed twice') });

/** The expressions and lists of words of one subject, with one source. */
export const group = <const Phrasing extends string = never, const List extends string = never>(
  phrasings: readonly Phrasing[],
  lists: readonly List[] = [],
) =>
  z.strictObject({
    ...listMarks,
    set: z.enum(['seen', 'held-out']),
    ...named(phrasings, phrasing),
    ...named(lists, words),
  });

/** A list of words or phrases. */
export interface EntryList {
  readonly entries: readonly string[];
}
