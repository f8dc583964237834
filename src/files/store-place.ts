import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names the file store of a data directory, which only servers with that directory can read. Null with a bucket, which
 * all servers read. The name is created with the directory and stays with it.
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
