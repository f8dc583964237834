import type { Source } from './source.ts';

/** What is kept of a source, and of how many characters it was made. */
export interface Index {
  readonly characters: number;
}

export interface KeptIndexesOptions<T extends Index> {
  readonly make: (source: Source) => Promise<T>;
  /** Sources at most. */
  readonly most: number;
  /** Of all of them together; the latest is kept whatever it has. An index takes about 8 bytes a character. */
  readonly mostCharacters: number;
}

export interface KeptIndexes<T extends Index> {
  /** The stored index, or a new one. One is made at a time. */
  of(source: Source): Promise<T>;
}

/** The indexes that were asked for last. */
export function createKeptIndexes<T extends Index>(options: KeptIndexesOptions<T>): KeptIndexes<T> {
  const { make, most, mostCharacters } = options;
  /** The one that was asked for longest ago first. */
  const kept = new Map<string, { readonly made: Promise<T>; characters: number }>();
  let last: Promise<unknown> = Promise.resolve();

  function drop(): void {
    let characters = [...kept.values()].reduce((sum, index) => sum + index.characters, 0);
    for (const [key, index] of kept) {
      if (kept.size === 1 || (kept.size <= most && characters <= mostCharacters)) return;
      kept.delete(key);
      characters -= index.characters;
    }
  }

  return {
    of(source) {
      const { key } = source;
      const known = kept.get(key);
      kept.delete(key);
      if (known !== undefined) {
        kept.set(key, known);
        return known.made;
      }
      // While it is made the whole text is in memory too.
      const made = last.then(() => make(source));
      const index = { made, characters: 0 };
      last = made.catch(() => {});
      kept.set(key, index);
      made.then(
        ({ characters }) => {
          index.characters = characters;
          drop();
        },
        () => {
          if (kept.get(key) === index) kept.delete(key);
        },
      );
      return made;
    },
  };
}
