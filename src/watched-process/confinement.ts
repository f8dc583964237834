import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findInstallation } from '../config/installation.ts';

export interface Confinement {
  /** Files beside our own code that the process may read. */
  readonly reads: readonly string[];
}

const flag = ['--permission', '--experimental-permission'].find((one) => process.allowedNodeEnvironmentFlags.has(one));

/**
 * Arguments by which Node itself refuses a process all files but those named and our own code, every write and every
 * other program; from Node 25 on the network too. Our own code is never the folder with the data or the `.env` file.
 */
export function confined(module: string, { reads }: Confinement): string[] {
  if (flag === undefined) return [];
  const { rootDir } = findInstallation(module);
  const packages = join(rootDir, 'node_modules');
  const own = [join(rootDir, 'dist'), packages, realpathSync(packages), join(rootDir, 'package.json')];
  return [
    flag,
    '--disable-warning=ExperimentalWarning',
    // The thread that ends the process with its parent.
    '--allow-worker',
    // Node 20 aborts on a path that is named twice.
    ...[...new Set([...own, ...reads])].map((path) => `--allow-fs-read=${path}`),
  ];
}
