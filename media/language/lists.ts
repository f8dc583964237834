import { z } from 'zod';
import { withParts } from './pattern-parts.ts';

/** Lower-case text as returned by `plainWords`, or a phrase in normal spelling; the field of the list states which. */
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
 * `source`: origin of the entries. `set`: whether a benchmark's rules were derived from them; absent if no benchmark
 * measures them. Held-out data stays in `bench/`.
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

/** Words that a benchmark measures. `set` states whether its rules were derived from them. */
export const measuredWords = wordList.safeExtend({ set: z.enum(['seen', 'held-out']) });

const frame = z
  .string()
  .refine((text) => text.split('{entries}').length === 2, 'does not have {entries} once')
  .refine((text) => compiles(text.replace('{entries}', 'x')), 'not a regular expression');

/**
 * Alternatives of a regular expression, and their frame: a named position, or an expression with `{entries}` in their
 * place.
 */
const parts = { at: z.enum(['words', 'begins', 'anywhere']).or(frame), entries: z.array(pattern).min(1) };

/** A regular expression. Code that reads its groups depends on their order. */
export const phrasing = z.strictObject(parts);

/** A regular expression with its own source. */
export const measuredPhrasing = z.strictObject({ ...listMarks, set: z.enum(['seen', 'held-out']), ...parts });

const named = <Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;

const words = z.strictObject({ entries: z.array(entry).min(1).refine(isUnique, 'an entry is listed twice') });

/** Regular expressions and word lists of one subject, with a common source. */
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

export interface EntryList {
  readonly entries: readonly string[];
}
