import { isDeepStrictEqual } from 'node:util';
import type { Definition } from './edit.ts';
import { type EditBudget, newBudget, type TextPart, wordDifference } from './word-difference.ts';

/** A field that differs between two definitions. Parts of an object are fields of their own: `turn.endpointing_ms`. */
export type FieldDifference =
  | { readonly field: string; readonly words: readonly TextPart[] }
  | { readonly field: string; readonly from: unknown; readonly to: unknown };

/** Returns the fields that differ, in the order of the definitions. A missing field is null. */
export const differenceOf = (from: Definition, to: Definition): FieldDifference[] =>
  fieldsOf(from, to, { prefix: '', budget: newBudget() });

/** Returns the names of the top-level fields that differ. */
export const changedFields = (from: Definition, to: Definition): string[] =>
  keysOf(from, to).filter((key) => !isDeepStrictEqual(from[key] ?? null, to[key] ?? null));

interface Comparing {
  readonly prefix: string;
  readonly budget: EditBudget;
}

function fieldsOf(from: Definition, to: Definition, { prefix, budget }: Comparing): FieldDifference[] {
  return changedFields(from, to).flatMap((key): FieldDifference[] => {
    const before = from[key] ?? null;
    const after = to[key] ?? null;
    const field = `${prefix}${key}`;
    if (typeof before === 'string' && typeof after === 'string')
      return [{ field, words: wordDifference(before, after, budget) }];
    if (isPlain(before) && isPlain(after)) return fieldsOf(before, after, { prefix: `${field}.`, budget });
    return [{ field, from: before, to: after }];
  });
}

const keysOf = (from: Definition, to: Definition): string[] => [...new Set([...Object.keys(from), ...Object.keys(to)])];

const isPlain = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
