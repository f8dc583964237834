import type { Session } from '../../line/engine.ts';

/** The tables beside the net that reads words no dictionary holds. */
export interface UnknownWordTables {
  /** Characters it knows; the index + 1 is the id. */
  readonly in: readonly string[];
  /** Phonemes it gives; the index + 1 is the id, 0 is nothing. */
  readonly out: readonly string[];
  readonly maxlen: number;
}

/** Phonemes for any spelling; empty for one with no known character. Answers are remembered, up to a bound. */
export type ReadUnknown = (word: string) => Promise<string>;

const remembered = 2000;

export function createReadUnknown(session: Session, tables: UnknownWordTables): ReadUnknown {
  const idOf = new Map(tables.in.map((character, index) => [character, index + 1]));
  const known = new Map<string, string>();

  async function read(word: string): Promise<string> {
    const ids = [...word].flatMap((character) => idOf.get(character) ?? []).slice(0, tables.maxlen);
    if (ids.length === 0) return '';
    const chars = { type: 'int64', data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] } as const;
    const { ids: output } = await session.run({ chars });
    if (output === undefined) return '';
    let phonemes = '';
    let before = 0;
    // As connectionist temporal classification writes: repeats are one, zeros are gaps.
    for (const value of output.data) {
      const id = Number(value);
      if (id !== before && id !== 0) phonemes += tables.out[id - 1] ?? '';
      before = id;
    }
    return phonemes;
  }

  return async (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const phonemes = await read(word);
    if (known.size >= remembered) known.delete(known.keys().next().value as string);
    known.set(word, phonemes);
    return phonemes;
  };
}
