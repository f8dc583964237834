import { isDeepStrictEqual } from 'node:util';
import type { Definition } from './edit.ts';
import { partsOf } from './parts.ts';

interface Changes<T> {
  /** What both changes are based on. */
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/**
 * Applies my changes of a definition to what somebody else made of it. Where both changed the same field, mine stays.
 * Both changes stay in fields with parts, such as lists of tools, unless they are of the same part.
 */
export function rebased<T extends Definition>({ base, mine, theirs }: Changes<T>, withParts: readonly (keyof T)[]): T {
  const fields = Object.keys({ ...base, ...theirs, ...mine }) as (keyof T & string)[];
  const changed = fields.filter((field) => !isDeepStrictEqual(mine[field], base[field]));
  const values = changed.map((field) => {
    const change = { base: base[field], mine: mine[field], theirs: theirs[field] };
    return [field, withParts.includes(field) ? mergedParts(change) : change.mine];
  });
  return { ...theirs, ...Object.fromEntries(values) };
}

function mergedParts({ base, mine, theirs }: Changes<unknown>): unknown {
  const parted = partsOf([base, mine, theirs]) ?? wordsOf([base, mine, theirs]);
  const [baseParts, myParts, theirParts] = parted?.parts ?? [];
  if (baseParts === undefined || myParts === undefined || theirParts === undefined) return mine;
  const merged = [...new Set([...theirParts.keys(), ...myParts.keys()])].flatMap((key) => {
    const isMine = !isDeepStrictEqual(myParts.get(key), baseParts.get(key));
    const from = isMine ? myParts : theirParts;
    return from.has(key) ? [[key, from.get(key)] as const] : [];
  });
  return parted?.isList === true ? merged.map(([, part]) => part) : Object.fromEntries(merged);
}

/** Returns the items of lists of strings as their own names. */
function wordsOf(values: readonly unknown[]): ReturnType<typeof partsOf> {
  const isWords = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (!values.every(isWords)) return undefined;
  return { parts: values.map((items) => new Map(items.map((item) => [item, item]))), isList: true };
}
