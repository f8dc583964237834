import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the id of a data directory's file store, readable only by servers with that directory; null with a bucket,
 * which all servers read. The id is created with the directory and never changes.
 */
export function placeOfStore({
  dataDir,
  bucket,
}: {
  readonly dataDir: string;
  readonly bucket?: unknown;
}): string | null {
  if (bucket !== undefined) return null;
  const path = join(dataDir, 'store-id');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomUUID(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
