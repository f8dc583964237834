import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServerChild } from '../../src/cli/server-child.ts';
import { keyScopesOf, type Role } from '../../src/http/identity.ts';
import { withServerDatabase } from './jobs-place.ts';
import { type Fuzzer, type FuzzResult, findFuzzer } from './schemathesis.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `fuzz-http: every operation of /openapi.json, asked what it allows and what it does not, on a server of its own.
  --seconds N  for each kind of caller (default 100)
  --seed N     (default: drawn)
  --caller N   one of the five: 1 no one, 2 a member's key, 3 a manager's key, 4 a superadmin's key, 5 a superadmin
  --postgres URL  a server on which databases may be made; without one SQLite alone
  --only-postgres  not on SQLite
  --out FILE   (default bench/results/fuzz-http.json)
Needs Python 3.11 or newer with pip, which fetches schemathesis once.
`;

const options = {
  seconds: { type: 'string', default: '100' },
  seed: { type: 'string' },
  caller: { type: 'string' },
  postgres: { type: 'string' },
  'only-postgres': { type: 'boolean', default: false },
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
  const places = [
    ...(values['only-postgres'] ? [] : [undefined]),
    ...(values.postgres === undefined ? [] : [values.postgres]),
  ];
  const callers = fuzzCallers.filter((_, index) => values.caller === undefined || Number(values.caller) === index + 1);
  for (const postgres of places)
    for (const caller of callers) {
      const more = postgres === undefined ? {} : { postgres };
      verdicts.push(await fuzzServer({ fuzzer, caller, env, seconds, seed, isWhole: true, ...more }));
    }
  return conclude(values.out, verdicts);
}

/** Callers by credential; the last may do everything. */
export const fuzzCallers = [
  'no one',
  "a member's key with all scopes of its role",
  "a manager's key with all scopes",
  "a superadmin's key with all scopes",
  'a superadmin',
] as const;
type Caller = (typeof fuzzCallers)[number];

export interface FuzzServerOptions {
  readonly fuzzer: Fuzzer;
  readonly caller: Caller;
  readonly env: NodeJS.ProcessEnv;
  readonly seconds: number;
  readonly seed: number;
  /** Server on which a database may be created; SQLite by default. */
  readonly postgres?: string;
  /** Maximum inputs per operation; 200 by default. */
  readonly examples?: number;
  /** Fails if an operation was not requested, and reuses ids from responses in requests. */
  readonly isWhole?: boolean;
  /** Module of the server process; the one beside this file by default. */
  readonly entry?: URL;
}

/** Fuzzes a server process with scripted engines and an empty database. */
export async function fuzzServer(options: FuzzServerOptions): Promise<Verdict> {
  const { fuzzer, caller, env, seed, postgres, isWhole = false } = options;
  const about = {
    test: `S-3 API fuzz as ${caller}, ${postgres === undefined ? 'sqlite' : 'postgres'}`,
    limit: `no 5xx, no undeclared status, no break of a schema${isWhole ? ', every operation asked' : ''}`,
    seed,
  };
  if (!fuzzer.ok) return { ...about, figure: fuzzer.reason, outcome: 'skip' };
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'));
  const on = async (databaseUrl: string): Promise<FuzzResult> => {
    const target = await openFuzzTarget({ ...options, dataDir, env: { ...env, DATABASE_URL: databaseUrl } });
    try {
      return await fuzzTarget(target, { ...options, fuzzer });
    } finally {
      await target.close();
    }
  };
  try {
    const fuzzed = await (postgres === undefined ? on('') : withServerDatabase(postgres, on));
    if (!fuzzed.passed) process.stderr.write(fuzzed.output);
    return { ...about, ...judgeFuzz(fuzzed, isWhole) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A complete run fails if any operation was not requested, whatever the results of the others. */
export function judgeFuzz(
  { operations, selected, cases, passed }: Omit<FuzzResult, 'output'>,
  isWhole: boolean,
): Pick<Verdict, 'figure' | 'outcome'> {
  const isComplete = !isWhole || operations === selected;
  return {
    figure: `${cases} requests to ${operations} of ${selected} operations`,
    outcome: judged(passed && isComplete),
  };
}

const ownEntry = new URL('./scripted-server.js', import.meta.url);

/** A server to fuzz, and its first account, which may do everything. */
export interface FuzzTarget {
  readonly address: string;
  readonly owner: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openFuzzTarget({
  dataDir,
  env,
  entry = ownEntry,
}: Pick<FuzzServerOptions, 'env' | 'entry'> & { readonly dataDir: string }): Promise<FuzzTarget> {
  // A machine busy with fuzzing would correctly answer calls with 503.
  const started = await startServerChild({
    entry,
    // Without a key nothing can be connected, and the server correctly returns 503.
    env: {
      SETTINGS_ENCRYPTION_KEY: fuzzKey,
      ...env,
      REGISTRATION: 'open',
      LOG_LEVEL: 'error',
      ADMISSION: 'off',
      RATE_LIMIT_PER_MINUTE: 'off',
    },
    dataDir,
    readyTimeoutMs: 60_000,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  const account = { email: 'owner@example.com', password, organization_name: 'Fuzz' };
  try {
    const owner = await post(server.baseUrl, 'register', account);
    // The first request computes it, and the fuzzer waits for ten seconds at most.
    await (await fetch(`${server.baseUrl}/openapi.json`)).arrayBuffer();
    return { address: server.baseUrl, owner, close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

type FuzzTargetOptions = Omit<FuzzServerOptions, 'fuzzer' | 'env' | 'postgres' | 'entry'> & {
  readonly fuzzer: Fuzzer & { readonly ok: true };
};

export async function fuzzTarget(
  target: FuzzTarget,
  { fuzzer, caller, seconds, seed, examples = 200, isWhole = false }: FuzzTargetOptions,
): Promise<FuzzResult> {
  const { address } = target;
  const token = await credentialOf(caller, target);
  const known = token === undefined ? {} : { token };
  // Logging out would revoke the caller's credential; only the caller without one may request it.
  const without = token === undefined ? {} : { without: '/logout$' };
  const fuzzed = await fuzzer.run({
    address,
    seconds,
    seed,
    examples,
    isStateful: isWhole,
    ...known,
    ...without,
  });
  if (token === undefined || (await isKnown(address, token))) return fuzzed;
  return { ...fuzzed, passed: false, output: `${fuzzed.output}\nThe credential is no longer valid.\n` };
}

const password = 'correct horse battery';
const fuzzKey = 'the key of a fuzzed server';

/** Creates what the caller needs. */
async function credentialOf(caller: Caller, { address, owner }: FuzzTarget): Promise<string | undefined> {
  switch (caller) {
    case 'no one':
      return undefined;
    case 'a superadmin':
      return owner.token;
    case "a superadmin's key with all scopes":
      return keyOf(address, { token: owner.token, role: 'admin' });
    case "a manager's key with all scopes":
      return keyOfAdded(address, owner, 'manager');
    default:
      return keyOfAdded(address, owner, 'member');
  }
}

/** Adds a person to the organisation and creates a key as that person. */
async function keyOfAdded(address: string, owner: FuzzTarget['owner'], role: Role): Promise<string | undefined> {
  const email = `${role}@example.com`;
  await post(address, 'register', { email, password });
  const place = { organization_uuid: owner.organization_uuid, role };
  const approved = await post(address, `superadmin/waitlist/${email}/approve`, place, owner.token);
  const link = approved.invitation_link?.split('#token=')[1];
  await post(address, 'password/reset', { token: link, password });
  const { token } = await post(address, 'login', { email, password });
  return keyOf(address, { token, role });
}

async function keyOf(
  address: string,
  { token, role }: { readonly token: string | undefined; readonly role: Role },
): Promise<string | undefined> {
  return (await post(address, 'api-keys', { name: 'fuzz', scopes: keyScopesOf(role) }, token)).key;
}

async function isKnown(address: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${address}/api/auth/me`, { headers })).ok;
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
  return response.status === 204 ? {} : ((await response.json()) as Record<string, string>);
}
