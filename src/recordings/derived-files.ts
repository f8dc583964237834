import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface DerivedFilesOptions {
  /** Folders with the ending of the derived files in each. */
  readonly folders: readonly { readonly dir: string; readonly ending: string }[];
  /** Returns those of the given sources that still exist. */
  readonly existing: (sources: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Redacted copies and MP3s of recordings. Their names begin with the name of their source and a dot. */
export interface DerivedFiles {
  /** Removes the files of these sources. They are made again if the source still exists. */
  remove(sources: readonly string[]): Promise<void>;
  /** Removes the files of deleted sources, which another server may have deleted. Returns the number removed. */
  sweep(): Promise<number>;
}

const atOnce = 500;

export function createDerivedFiles({ folders, existing }: DerivedFilesOptions): DerivedFiles {
  async function removeIf(isGone: (sources: readonly string[]) => Promise<(source: string) => boolean>) {
    let removed = 0;
    let failure: unknown;
    for (const { dir, ending } of folders) {
      // Includes unfinished files, which continue after the ending.
      const names = (await readdir(dir).catch(() => [])).filter((name) => name.includes(ending));
      for (let at = 0; at < names.length; at += atOnce) {
        const some = names.slice(at, at + atOnce);
        const goes = await isGone([...new Set(some.map(sourceOf))]);
        for (const name of some.filter((file) => goes(sourceOf(file)))) {
          try {
            await rm(join(dir, name), { force: true });
            removed += 1;
          } catch (error) {
            failure ??= error;
          }
        }
      }
    }
    // The others are removed first.
    if (failure !== undefined) throw failure;
    return removed;
  }

  return {
    async remove(sources) {
      const gone = new Set(sources);
      if (gone.size > 0) await removeIf(async () => (source) => gone.has(source));
    },
    sweep: () =>
      removeIf(async (sources) => {
        const keptSources = await existing(sources);
        return (source) => !keptSources.has(source);
      }),
  };
}

const sourceOf = (name: string): string => name.slice(0, name.indexOf('.'));
