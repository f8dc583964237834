import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findInstallation } from '../../src/config/installation.ts';
import { runProgram } from './python-packages.ts';

export type NodePackages =
  | { readonly ok: true; readonly require: NodeJS.Require }
  /** Why the packages are not available here. */
  | { readonly ok: false; readonly reason: string };

const { rootDir } = findInstallation(import.meta.url);

/**
 * Finds the packages of `bench/trials/node/<name>` in the cache or fetches them there with npm. The folder's lock file
 * pins every version with its hash.
 */
export async function findNodePackages(
  name: 'twilio' | 'telnyx' | 'vonage',
  env: NodeJS.ProcessEnv,
): Promise<NodePackages> {
  const pins = join(rootDir, 'bench', 'trials', 'node', name);
  const digest = createHash('sha256')
    .update(await readFile(join(pins, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12);
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'tools', `${name}-${digest}`);
  const reason = existsSync(folder) ? undefined : await fetchInto(folder, pins, env);
  if (reason !== undefined) return { ok: false, reason };
  return { ok: true, require: createRequire(join(folder, 'package.json')) };
}

/** Returns why they could not be fetched, if so. The folder appears atomically. */
async function fetchInto(folder: string, pins: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  await mkdir(join(folder, '..'), { recursive: true });
  const scratch = await mkdtemp(`${folder}.`);
  try {
    await cp(pins, scratch, { recursive: true });
    const npm = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const ended = await runProgram(npm, { env, cwd: scratch });
    if (ended?.status !== 0) return `npm did not fetch ${pins}: ${ended?.output.trim().slice(-300)}`;
    // Another process may have been quicker.
    await rename(scratch, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return undefined;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
