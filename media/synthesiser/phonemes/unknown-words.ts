import type { Session } from '../../line/engine.ts';

/** Vocabulary of the network for words outside the dictionaries. */
export interface UnknownWordTables {
  /** Input characters; the id is the index + 1. */
  readonly in: readonly string[];
  /** Output phonemes; the id is the index + 1, and 0 is blank. */
  readonly out: readonly string[];
  readonly maxlen: number;
}

/**
 * Returns phonemes for any spelling, or an empty string if it has no known character. Results are cached, up to a
 * limit.
 */
export type ReadUnknown = (word: string) => Promise<string>;

const remembered = 2000;

export function createReadUnknown(session: Session, tables: UnknownWordTables): ReadUnknown {
  const idOf = new Map(tables.in.map((character, index) => [character, index + 1]));
  const cache = new Map<string, string>();

  async function read(word: string): Promise<string> {
    const ids = [...word].flatMap((character) => idOf.get(character) ?? []).slice(0, tables.maxlen);
    if (ids.length === 0) return '';
    const chars = { type: 'int64', data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] } as const;
    const { ids: output } = await session.run({ chars });
    if (output === undefined) return '';
    let phonemes = '';
    let before = 0;
    // CTC decoding: repeats are merged, zeros are blanks.
    for (const value of output.data) {
      const id = Number(value);
      if (id !== before && id !== 0) phonemes += tables.out[id - 1] ?? '';
      before = id;
    }
    return phonemes;
  }

  return async (word) => {
    const before = cache.get(word);
    if (before !== undefined) return before;
    const phonemes = await read(word);
    if (cache.size >= remembered) cache.delete(cache.keys().next().value as string);
    cache.set(word, phonemes);
    return phonemes;
  };
}
