/**
 * Cached counts, valid until the next write. Counting 100,000 calls takes milliseconds; reading the version does not.
 */
export interface CountCache<T = number> {
  get(key: string, count: () => Promise<T>): Promise<T>;
}

const maxCounts = 1000;

/** `version` changes with every write. While it is undefined, every count is recomputed. */
export function createCountCache<T = number>(source: { readonly version: number | undefined }): CountCache<T> {
  const counts = new Map<string, T>();
  let countedAt: number | undefined;
  return {
    async get(key, count) {
      const { version } = source;
      if (version === undefined) return count();
      if (version !== countedAt || counts.size >= maxCounts) counts.clear();
      countedAt = version;
      const known = counts.get(key);
      if (known !== undefined) return known;
      const fresh = await count();
      // The count may or may not include rows written while it ran.
      if (source.version === version && countedAt === version) counts.set(key, fresh);
      return fresh;
    },
  };
}
