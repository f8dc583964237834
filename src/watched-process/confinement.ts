import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstallation } from '../config/installation.ts';

export interface Confinement {
  /** Files beside our own code that the process may read. */
  readonly reads: readonly string[];
  /** Files that it may write; none by default. */
  readonly writes?: readonly string[];
  /** Whether it may load native modules, which Node does not hold to its files. */
  readonly addons?: boolean;
  /** Whether it may start programs, which Node does not hold to its files. */
  readonly programs?: boolean;
}

/** Where a process says that it is the one to end when memory runs out. */
const oomScore = '/proc/self/oom_score_adj';

const flag = ['--permission', '--experimental-permission'].find((one) => process.allowedNodeEnvironmentFlags.has(one));

/**
 * Arguments by which Node itself refuses a process all files but those named and our own code, every write and every
 * other program but those allowed. Our own code is never the folder with the data or the `.env` file.
 */
export function confined(module: string, confinement: Confinement): string[] {
  const { reads, writes = [], addons = false, programs = false } = confinement;
  if (flag === undefined) return [];
  const { rootDir } = findInstallation(import.meta.url);
  const packages = join(rootDir, 'node_modules');
  const own = [
    join(rootDir, 'dist'),
    dirname(fileURLToPath(module)),
    packages,
    realpathSync(packages),
    join(rootDir, 'package.json'),
  ];
  return [
    flag,
    '--disable-warning=ExperimentalWarning',
    // The thread that ends the process with its parent.
    '--allow-worker',
    ...(addons && process.allowedNodeEnvironmentFlags.has('--allow-addons') ? ['--allow-addons'] : []),
    ...(programs ? ['--allow-child-process'] : []),
    // Node 20 aborts on a path that is named twice.
    ...[...new Set([...own, ...reads])].map((path) => `--allow-fs-read=${path}`),
    ...[...new Set([oomScore, ...writes])].map((path) => `--allow-fs-write=${path}`),
  ];
}
