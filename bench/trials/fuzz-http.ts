import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compiledTwin } from '../../media/kit/thread.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { scopes } from '../../src/http/identity.ts';
import { type Fuzzer, findFuzzer } from './schemathesis.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `fuzz-http: every operation of /openapi.json, asked what it allows and what it does not, on a server of its own.
  --seconds N  for each kind of caller (default 100)
  --seed N     (default: drawn)
  --out FILE   (default bench/results/fuzz-http.json)
Needs Python 3.10 or newer with pip, which fetches schemathesis once. DATABASE_URL, if set, must name a database for tests.
`;

const options = {
  seconds: { type: 'string', default: '100' },
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
  const fuzzer = await findFuzzer(env);
  const verdicts: Verdict[] = [];
  for (const caller of callers) verdicts.push(await fuzzServer({ fuzzer, caller, env, seconds, seed }));
  return conclude(values.out, verdicts);
}

/** The last one may do everything. */
const callers = ['no one', "a member's key with all scopes", 'a superadmin'] as const;

export interface FuzzServerOptions {
  readonly fuzzer: Fuzzer;
  /** A superadmin unless given. */
  readonly caller?: (typeof callers)[number];
  readonly env: NodeJS.ProcessEnv;
  readonly seconds: number;
  readonly seed: number;
}

/** On a server process with scripted engines for models and an empty folder for its data. */
export async function fuzzServer({ fuzzer, env, seconds, seed, ...more }: FuzzServerOptions): Promise<Verdict> {
  const { caller = 'a superadmin' } = more;
  const about = {
    test: `S-3 API fuzz as ${caller}`,
    limit: 'no 5xx, no undeclared status, no break of a schema',
    seed,
  };
  if (!fuzzer.ok) return { ...about, figure: fuzzer.reason, outcome: 'skip' };
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'));
  try {
    const entry = compiledTwin(new URL('./scripted-server.ts', import.meta.url), import.meta.url);
    // A machine that is busy with the fuzzing itself would answer 503 to calls, rightly.
    const started = await startServerChild({
      entry,
      env: { ...env, LOG_LEVEL: 'error', ADMISSION: 'off', RATE_LIMIT_PER_MINUTE: 'off' },
      dataDir,
      readyTimeoutMs: 60_000,
    });
    if (!started.ok) throw new Error(started.detail);
    const { server } = started;
    try {
      const token = await credentialOf(caller, server.baseUrl);
      const known = token === undefined ? {} : { token };
      const fuzzed = await fuzzer.run({ address: server.baseUrl, seconds, seed, ...known });
      const { operations, cases, passed, output } = fuzzed;
      if (!passed) process.stderr.write(output);
      return { ...about, figure: `${cases} requests to ${operations} operations`, outcome: judged(passed) };
    } finally {
      await server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const password = 'correct horse battery';

/** Makes the first account, which may do everything, and what else the caller needs. */
async function credentialOf(caller: (typeof callers)[number], address: string): Promise<string | undefined> {
  const owner = await post(address, 'register', { email: 'owner@example.com', password, organization_name: 'Fuzz' });
  if (caller === 'no one') return undefined;
  if (caller === 'a superadmin') return owner.token;
  const email = 'member@example.com';
  const member = await post(address, 'register', { email, password });
  const place = { organization_uuid: owner.organization_uuid, role: 'member' };
  await post(address, `superadmin/waitlist/${email}/approve`, place, owner.token);
  return (await post(address, 'api-keys', { name: 'fuzz', scopes }, member.token)).key;
}

async function post(address: string, path: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/auth/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}
