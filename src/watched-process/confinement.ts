import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstallation } from '../config/installation.ts';

export interface Confinement {
  /** Files that the process may read besides the server's code. */
  readonly reads: readonly string[];
  /** Files that it may write; none by default. */
  readonly writes?: readonly string[];
  /** Whether it may load native modules, which Node's file permissions do not restrict. */
  readonly addons?: boolean;
  /** Whether it may start programs, which Node's file permissions do not restrict. */
  readonly programs?: boolean;
}

/** File through which a process makes itself the kernel's first choice when memory runs out. */
const oomScore = '/proc/self/oom_score_adj';

const flag = ['--permission', '--experimental-permission'].find((candidate) =>
  process.allowedNodeEnvironmentFlags.has(candidate),
);

/**
 * Returns Node permission flags that deny every file except the named ones and the server's code, and every write and
 * program except those allowed. The server's code never includes the data folder or the `.env` file.
 */
export function confined(module: string, confinement: Confinement): string[] {
  const { reads, writes = [], addons = false, programs = false } = confinement;
  if (flag === undefined) return [];
  const { rootDir } = findInstallation(import.meta.url);
  // Of an installed package they are in its folder or beside it.
  const packages = [join(rootDir, 'node_modules'), dirname(rootDir)].filter(
    (path) => basename(path) === 'node_modules' && existsSync(path),
  );
  const permissions = [
    join(rootDir, 'dist'),
    dirname(fileURLToPath(module)),
    ...packages,
    ...packages.map((path) => realpathSync(path)),
    join(rootDir, 'package.json'),
  ];
  return [
    flag,
    '--disable-warning=ExperimentalWarning',
    // Needed by the thread that ends the process with its parent.
    '--allow-worker',
    ...(addons && process.allowedNodeEnvironmentFlags.has('--allow-addons') ? ['--allow-addons'] : []),
    ...(programs ? ['--allow-child-process'] : []),
    // Node 20 aborts on a path that is named twice.
    ...[...new Set([...permissions, ...reads])].map((path) => `--allow-fs-read=${path}`),
    ...[...new Set([oomScore, ...writes])].map((path) => `--allow-fs-write=${path}`),
  ];
}
