import type { Source } from './source.ts';

/** The index of a source, with the number of characters it was built from. */
export interface Index {
  readonly characters: number;
}

export interface KeptIndexesOptions<T extends Index> {
  readonly make: (source: Source) => Promise<T>;
  /** Maximum number of sources. */
  readonly most: number;
  /** Maximum total characters. The latest index is always kept. An index takes about 8 bytes per character. */
  readonly mostCharacters: number;
}

export interface KeptIndexes<T extends Index> {
  /** Returns the cached index or builds one. Indexes are built one at a time. */
  of(source: Source): Promise<T>;
}

/** Caches the most recently used indexes. */
export function createKeptIndexes<T extends Index>(options: KeptIndexesOptions<T>): KeptIndexes<T> {
  const { make, most, mostCharacters } = options;
  /** Least recently used first. */
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
      // Building an index needs the whole text in memory, hence one at a time.
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
