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
  const indexes = new Map<string, { readonly index: Promise<T>; characters: number }>();
  let last: Promise<unknown> = Promise.resolve();

  function drop(): void {
    let characters = [...indexes.values()].reduce((sum, entry) => sum + entry.characters, 0);
    for (const [key, entry] of indexes) {
      if (indexes.size === 1 || (indexes.size <= most && characters <= mostCharacters)) return;
      indexes.delete(key);
      characters -= entry.characters;
    }
  }

  return {
    of(source) {
      const { key } = source;
      const entry = indexes.get(key);
      indexes.delete(key);
      if (entry !== undefined) {
        indexes.set(key, entry);
        return entry.index;
      }
      // Building an index needs the whole text in memory, hence one at a time.
      const index = last.then(() => make(source));
      const added = { index, characters: 0 };
      last = index.catch(() => {});
      indexes.set(key, added);
      index.then(
        ({ characters }) => {
          added.characters = characters;
          drop();
        },
        () => {
          if (indexes.get(key) === added) indexes.delete(key);
        },
      );
      return index;
    },
  };
}
