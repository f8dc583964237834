import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** WebSocket server conformance suite with the Autobahn cases: a Python package with a native runner. */
const version = '0.1.0';
/** SHA-256 of the wheels of this version: Linux on x64 and ARM, macOS on ARM. */
const hashes = [
  'a9b34e593defe29d931e346c88947b58a015495f09dd13643e4cc952c75602ac',
  '911610fc6d21e9d8b5b53936ea134b2b4ab58cd6252e9ad7c7f69c540a028027',
  '398e2a5cd5bf1eaa95d4342540a87f9c58edf5200478eccfaf07ee21fb80244a',
];

export type Suite =
  | { readonly ok: true; run(address: string, options: SuiteOptions): Promise<SuiteResult> }
  /** Why the suite is not available here. */
  | { readonly ok: false; readonly reason: string };

export interface SuiteOptions {
  /** Case numbers; `*` matches any. */
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly atOnce?: number;
}

export interface SuiteResult {
  /** The suite's own verdict over all cases. */
  readonly passed: boolean;
  readonly cases: number;
  readonly failed: readonly string[];
  /** Its output, in case it printed no results. */
  readonly output: string;
}

/** Finds the suite in the cache or fetches it there with pip, checking its hash. */
export async function findSuite(env: NodeJS.ProcessEnv): Promise<Suite> {
  const python = 'python3';
  const asked = await runProgram([python, '-c', 'import sys; print(sys.version_info >= (3, 10))'], env);
  if (asked?.output.trim() !== 'True') return { ok: false, reason: 'Python 3.10 or newer is missing' };
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'tools', `kosoku-${version}`);
  const reason = existsSync(folder) ? undefined : await fetchInto(folder, python, env);
  if (reason !== undefined) return { ok: false, reason };
  return { ok: true, run: (address, options) => ask([python, folder], address, options, env) };
}

/** Returns why it could not be fetched, if so. The folder appears atomically. */
async function fetchInto(folder: string, python: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  await mkdir(join(folder, '..'), { recursive: true });
  const scratch = await mkdtemp(`${folder}.`);
  try {
    const wanted = join(scratch, 'wanted.txt');
    const pins = hashes.map((hash) => ` --hash=sha256:${hash}`).join('');
    await writeFile(wanted, `kosoku==${version}${pins}\n`);
    const pip = [python, '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--quiet'];
    const how = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--target', join(scratch, 'package')];
    const ended = await runProgram([...pip, ...how, '-r', wanted], env);
    if (ended?.status !== 0) return `pip did not fetch kosoku ${version}: ${lastLine(ended?.output ?? '')}`;
    // Another process may have been quicker.
    await rename(join(scratch, 'package'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return undefined;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function ask(
  [python, folder]: readonly [string, string],
  address: string,
  { include, exclude = [], atOnce = 4 }: SuiteOptions,
  env: NodeJS.ProcessEnv,
): Promise<SuiteResult> {
  const reports = await mkdtemp(join(tmpdir(), 'parley-conformance-'));
  try {
    const chosen = [...include.flatMap((one) => ['-i', one]), ...exclude.flatMap((one) => ['-x', one])];
    const program = [python, '-c', 'from kosoku._cli import main; main()'];
    const ended = await runProgram([...program, ...chosen, '-p', String(atOnce), '-o', reports, address], {
      ...env,
      PYTHONPATH: folder,
    });
    const index = await readFile(join(reports, 'index.json'), 'utf8').catch(() => '{}');
    const results = resultsOf(JSON.parse(index) as Index);
    const passed = ended?.status === 0 && results.failed.length === 0 && results.cases > 0;
    return { ...results, passed, output: ended?.output ?? '' };
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

/** Index of the report: by agent, then by case. */
type Index = Readonly<Record<string, Readonly<Record<string, { behavior: string; behaviorClose: string }>>>>;

/** Behaviours that pass: the protocol leaves some choices to the server, and some cases are informational. */
const passing = ['OK', 'NON-STRICT', 'INFORMATIONAL'];

function resultsOf(index: Index): Pick<SuiteResult, 'cases' | 'failed'> {
  const cases = Object.values(index).flatMap((agent) => Object.entries(agent));
  const failed = cases.filter(([, one]) => !passing.includes(one.behavior) || !passing.includes(one.behaviorClose));
  return { cases: cases.length, failed: failed.map(([name]) => name) };
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** Undefined if the program is missing. */
function runProgram(
  [program, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ status: number | null; output: string } | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output = (output + data.toString()).slice(-8_000);
      });
    }
    child.on('error', () => resolve(undefined));
    child.on('close', (status) => resolve({ status, output }));
  });
}
