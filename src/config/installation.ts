import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '../../media/kit/invariant.ts';
import type { Installation } from './config.ts';

export type { Installation };

/**
 * Returns the nearest folder above `moduleUrl` with a package.json; the same folder for the sources and the built
 * files.
 */
export function findInstallation(moduleUrl: string): Installation {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    invariant(parent !== folder, `no package.json above ${fileURLToPath(moduleUrl)}`);
    folder = parent;
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { rootDir: folder, version };
}
