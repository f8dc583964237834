import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, findPythonPackages, type PythonPackages } from './python-packages.ts';
import { hooksModule, hooksSource, ownCheck } from './schemathesis-hooks.ts';

export type Fuzzer =
  | { readonly ok: true; run(options: FuzzOptions): Promise<FuzzResult> }
  /** Why the fuzzer is not available here. */
  | { readonly ok: false; readonly reason: string };

export interface FuzzOptions {
  /** `http://host:port` of the server. */
  readonly address: string;
  /** Session token or key sent with every request; none by default. */
  readonly token?: string;
  /** Regular expression of paths to skip. */
  readonly without?: string;
  readonly seconds: number;
  readonly seed: number;
  /** Maximum inputs per operation. */
  readonly examples: number;
  /** Uses ids from responses in later requests, and requests deleted objects. */
  readonly isStateful?: boolean;
}

export interface FuzzResult {
  /** Operations that were requested. */
  readonly operations: number;
  /** Operations that were to be requested. */
  readonly selected: number;
  readonly cases: number;
  /** The fuzzer's own verdict. */
  readonly passed: boolean;
  /** End of its output. */
  readonly output: string;
}

/**
 * No 5xx, undeclared status or content type, and no body or header that the schema does not allow; valid requests are
 * accepted, and invalid ones, other methods and wrong credentials are rejected.
 */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
  ownCheck,
];

/** Deleted objects stay deleted. This check needs chains of requests. */
const statefulChecks = ['use_after_free'];

/** A URL that is too long is rejected with its own status. */
const settings = '[checks]\nnegative_data_rejection.expected-statuses = ["4xx", "5xx"]\n';

/** Finds schemathesis in the cache or fetches it there with pip. */
export async function findFuzzer(env: NodeJS.ProcessEnv): Promise<Fuzzer> {
  const packages = await findPythonPackages('schemathesis', env);
  return packages.ok ? { ok: true, run: (options) => fuzz(packages, options) } : packages;
}

async function fuzz(packages: PythonPackages & { readonly ok: true }, options: FuzzOptions): Promise<FuzzResult> {
  const { address, token, without, seconds, seed, examples, isStateful = false } = options;
  const credential = token === undefined ? [] : ['--header', `Authorization: Bearer ${token}`];
  const program = ['-c', 'from schemathesis.cli import schemathesis; schemathesis()'];
  const phases = ['examples', 'coverage', 'fuzzing', ...(isStateful ? ['stateful'] : [])].join(',');
  const depth = ['--phases', phases, '--max-examples', String(examples)];
  const left = without === undefined ? [] : ['--exclude-path-regex', without];
  // Reading a scanned page takes longer than the default timeout of ten seconds.
  const until = ['--max-time', String(seconds), '--request-timeout', '30'];
  const judgedBy = [...checks, ...(isStateful ? statefulChecks : [])].join(',');
  const how = ['--checks', judgedBy, '--seed', String(seed), '--generation-database', 'none', '--no-color'];
  const own = await mkdtemp(join(tmpdir(), 'parley-schemathesis-'));
  try {
    await writeFile(join(own, `${hooksModule}.py`), hooksSource);
    await writeFile(join(own, 'settings.toml'), settings);
    const asked = [...credential, ...left, ...depth, ...until, ...how];
    const ended = await packages.run(
      [...program, '--config-file', join(own, 'settings.toml'), 'run', `${address}/openapi.json`, ...asked],
      { modules: own, env: { SCHEMATHESIS_HOOKS: hooksModule } },
    );
    return resultOf(ended);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function resultOf({ status, output }: Ended): FuzzResult {
  const read = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
  const cases = read(/(\d+) generated/);
  return {
    operations: read(/Tested: (\d+)/),
    selected: read(/Selected: (\d+)/),
    cases,
    passed: status === 0 && cases > 0,
    output,
  };
}
