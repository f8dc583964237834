import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program that asks an API what its OpenAPI document allows and what it does not, with all that it needs. */
const version = '4.32.5';
const pins = [
  `schemathesis==${version}`,
  ...['anyio==4.16.0', 'certifi==2026.10.18', 'charset-normalizer==3.5.2', 'click==8.5.1', 'graphql-core==3.3.2'],
  ...['harfile==0.6.0', 'hypothesis==6.170.15', 'hypothesis-graphql==0.13.5', 'idna==3.20', 'iniconfig==2.3.1'],
  ...['jsonschema_rs==0.60.3', 'markdown-it-py==4.3.0', 'MarkupSafe==3.0.4', 'mdurl==0.1.2', 'packaging==26.3'],
  ...['pluggy==1.7.0', 'Pygments==2.21.0', 'pyrate-limiter==4.5.1', 'pytest==9.2.0', 'PyYAML==6.0.3'],
  ...['requests==2.34.2', 'rich==15.0.0', 'sortedcontainers==2.4.0', 'typing_extensions==4.16.0', 'urllib3==2.8.0'],
  'Werkzeug==3.1.9',
];

export type Fuzzer =
  | { readonly ok: true; run(options: FuzzOptions): Promise<FuzzResult> }
  /** Why it cannot be had here. */
  | { readonly ok: false; readonly reason: string };

export interface FuzzOptions {
  /** `http://host:port` of the server. */
  readonly address: string;
  /** Session token or key that every request bears; none unless given. */
  readonly token?: string;
  /** Paths that are left alone, as a regular expression. */
  readonly without?: string;
  readonly seconds: number;
  readonly seed: number;
  /** Inputs of an operation at most. */
  readonly examples: number;
}

export interface FuzzResult {
  readonly operations: number;
  readonly cases: number;
  /** Its own verdict. */
  readonly passed: boolean;
  /** The end of what it said. */
  readonly output: string;
}

/** No 5xx, no undeclared status or content type, no answer or header that its schema does not allow. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** Finds the program in the cache, or has pip fetch it there, every version pinned. */
export async function findFuzzer(env: NodeJS.ProcessEnv): Promise<Fuzzer> {
  const asked = await runProgram(['python3', '-c', 'import sys; print(sys.version_info >= (3, 10))'], env);
  if (asked?.output.trim() !== 'True') return { ok: false, reason: 'there is no Python 3.10 or newer here' };
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'tools', `schemathesis-${version}`);
  const reason = existsSync(folder) ? undefined : await fetchInto(folder, env);
  if (reason !== undefined) return { ok: false, reason };
  return { ok: true, run: (options) => fuzz(folder, options, env) };
}

/** Why it could not be fetched, if it could not. The folder appears whole or not at all. */
async function fetchInto(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  await mkdir(join(folder, '..'), { recursive: true });
  const scratch = await mkdtemp(`${folder}.`);
  try {
    const pip = ['python3', '-m', 'pip', 'install', '--disable-pip-version-check', '--no-input', '--quiet'];
    const how = ['--no-deps', '--only-binary', ':all:', '--target', join(scratch, 'package')];
    const ended = await runProgram([...pip, ...how, ...pins], env);
    if (ended?.status !== 0) return `pip did not fetch schemathesis ${version}: ${ended?.output.trim().slice(-300)}`;
    // Another process may have been quicker.
    await rename(join(scratch, 'package'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return undefined;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function fuzz(folder: string, options: FuzzOptions, env: NodeJS.ProcessEnv): Promise<FuzzResult> {
  const { address, token, without, seconds, seed, examples } = options;
  const credential = token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`];
  const program = ['python3', '-c', 'from schemathesis.cli import schemathesis; schemathesis()'];
  const depth = ['--phases', 'examples,coverage,fuzzing', '--max-examples', String(examples)];
  const left = without === undefined ? [] : ['--exclude-path-regex', without];
  const until = ['--max-time', String(seconds)];
  const how = ['--checks', checks.join(','), '--seed', String(seed), '--generation-database', 'none', '--no-color'];
  const ended = await runProgram(
    [...program, 'run', `${address}/openapi.json`, ...credential, ...left, ...depth, ...until, ...how],
    {
      ...env,
      PYTHONPATH: folder,
    },
  );
  const output = ended?.output ?? '';
  const read = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
  const cases = read(/(\d+) generated/);
  return { operations: read(/Tested: (\d+)/), cases, passed: ended?.status === 0 && cases > 0, output };
}

/** Undefined when there is no such program. */
function runProgram(
  [program, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ status: number | null; output: string } | undefined> {
  return new Promise((resolve) => {
    // It leaves a folder of its own where it runs.
    const child = spawn(program as string, args, { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output = (output + data.toString()).slice(-30_000);
      });
    }
    child.on('error', () => resolve(undefined));
    child.on('close', (status) => resolve({ status, output }));
  });
}
