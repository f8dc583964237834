import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compiledTwin } from '../../media/kit/thread.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { type Fuzzer, findFuzzer } from './schemathesis.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `fuzz-http: every operation of /openapi.json, asked what it allows and what it does not, on a server of its own.
  --seconds N  (default 300)
  --seed N     (default: drawn)
  --out FILE   (default bench/results/fuzz-http.json)
Needs Python 3.10 or newer with pip, which fetches schemathesis once. DATABASE_URL, if set, must name a database for tests.
`;

const options = {
  seconds: { type: 'string', default: '300' },
  seed: { type: 'string' },
  out: { type: 'string', default: 'bench/results/fuzz-http.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const seconds = Number(values.seconds);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (values.help || !(seconds > 0) || !Number.isInteger(seed)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  return conclude(values.out, [await fuzzServer({ fuzzer: await findFuzzer(env), env, seconds, seed })]);
}

export interface FuzzServerOptions {
  readonly fuzzer: Fuzzer;
  readonly env: NodeJS.ProcessEnv;
  readonly seconds: number;
  readonly seed: number;
}

/** On a server process with scripted engines for models and an empty folder for its data. */
export async function fuzzServer({ fuzzer, env, seconds, seed }: FuzzServerOptions): Promise<Verdict> {
  const about = { test: 'S-3 API fuzz', limit: 'no 5xx, no undeclared status, no break of a schema', seed };
  if (!fuzzer.ok) return { ...about, figure: fuzzer.reason, outcome: 'skip' };
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'));
  try {
    const entry = compiledTwin(new URL('./scripted-server.ts', import.meta.url), import.meta.url);
    // A machine that is busy with the fuzzing itself would answer 503 to calls, rightly.
    const started = await startServerChild({
      entry,
      env: { ...env, LOG_LEVEL: 'error', ADMISSION: 'off' },
      dataDir,
      readyTimeoutMs: 60_000,
    });
    if (!started.ok) throw new Error(started.detail);
    const { server } = started;
    try {
      const token = await firstAccount(server.baseUrl);
      const known = token === undefined ? {} : { token };
      const { operations, cases, passed, output } = await fuzzer.run({
        address: server.baseUrl,
        seconds,
        seed,
        ...known,
      });
      if (!passed) process.stderr.write(output);
      const who = token === undefined ? 'from this machine, without a credential' : 'as a superadmin';
      return { ...about, figure: `${cases} requests to ${operations} operations, ${who}`, outcome: judged(passed) };
    } finally {
      await server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The token of the account that may do everything; undefined while the server has no accounts. */
async function firstAccount(address: string): Promise<string | undefined> {
  const account = { email: 'fuzz@example.com', password: 'correct horse battery', organization_name: 'Fuzz' };
  const response = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { token } = (await response.json()) as { token?: unknown };
  return response.ok && typeof token === 'string' ? token : undefined;
}
