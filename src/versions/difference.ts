import { isDeepStrictEqual } from 'node:util';
import type { Definition } from './edit.ts';
import { partsOf } from './parts.ts';
import { type EditBudget, newBudget, type TextPart, wordDifference } from './word-difference.ts';

/**
 * A field that differs between two definitions. Parts of an object are fields of their own: `turn.endpointing_ms`. So
 * are items of a list that have an id or a name: `config.goals.table.done`.
 */
export type FieldDifference =
  | { readonly field: string; readonly words: readonly TextPart[] }
  | { readonly field: string; readonly from: unknown; readonly to: unknown };

/** Returns the fields that differ, in the order of the definitions. A missing field is null. */
export function differenceOf(from: Definition, to: Definition): FieldDifference[] {
  const budget = newBudget();
  return leavesOf(from, to).map((leaf) => inWords(leaf, budget));
}

/** Returns the names of the top-level fields that differ. */
export const changedFields = (from: Definition, to: Definition): string[] =>
  keysOf(Object.keys(from), Object.keys(to)).filter((key) => !isSame(from[key], to[key]));

/** Returns the names of all fields that differ, with their parts. */
export const changedPaths = (from: Definition, to: Definition): string[] =>
  leavesOf(from, to).map(({ field }) => field);

interface Leaf {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

function inWords({ field, from, to }: Leaf, budget: EditBudget): FieldDifference {
  if (typeof from !== 'string' || typeof to !== 'string') return { field, from, to };
  return { field, words: wordDifference(from, to, budget) };
}

function leavesOf(from: Definition, to: Definition): Leaf[] {
  return changedFields(from, to).flatMap((key) => leavesAt(key, from[key] ?? null, to[key] ?? null));
}

/** Returns the parts of a field that differ; the field itself if it has no parts. */
function leavesAt(field: string, from: unknown, to: unknown): Leaf[] {
  const parted = partsOf([from, to]);
  const [before, after] = parted?.parts ?? [];
  if (before === undefined || after === undefined) return [{ field, from, to }];
  const leaves = keysOf([...before.keys()], [...after.keys()]).flatMap((key) => {
    const [part, newPart] = [before.get(key) ?? null, after.get(key) ?? null];
    return isSame(part, newPart) ? [] : leavesAt(`${field}.${key}`, part, newPart);
  });
  const order = [...before.keys()].filter((key) => after.has(key));
  const newOrder = [...after.keys()].filter((key) => before.has(key));
  const isMoved = parted?.isList === true && !isDeepStrictEqual(order, newOrder);
  return isMoved ? [...leaves, { field, from: order, to: newOrder }] : leaves;
}

const keysOf = (before: readonly string[], after: readonly string[]): string[] => [...new Set([...before, ...after])];

const isSame = (from: unknown, to: unknown): boolean => isDeepStrictEqual(from ?? null, to ?? null);
