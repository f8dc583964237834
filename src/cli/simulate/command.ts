import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CliFault } from '../cli-fault.ts';
import { addressOf, type ServerAddress } from '../credential.ts';
import { startServerChild } from '../server-child.ts';
import { type CoachClient, createCoachClient } from './coach-client.ts';
import { type PlayedRun, playSuite } from './play.ts';
import { jsonReport, junitReport, textReport } from './report.ts';
import { resultOf } from './results.ts';
import { readSuite, type Suite } from './suite.ts';

interface SimulateArguments {
  readonly file: string;
  /** URL of a running server; undefined to start one. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly parallel: number | undefined;
  readonly repeat: number | undefined;
  readonly only: string | undefined;
  readonly junit: string | undefined;
  readonly json: string | undefined;
}

export interface SimulateContext {
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly print: (text: string) => void;
}

const simulateOptions = {
  url: { type: 'string' },
  key: { type: 'string' },
  parallel: { type: 'string' },
  repeat: { type: 'string' },
  case: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
} as const;

/** Throws `bad_argument` with the reason. */
export function readSimulateArguments(argv: readonly string[]): SimulateArguments {
  const { values, positionals } = parse(argv);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw bad('expected one suite file, such as suite.yaml');
  if (values.url !== undefined && !URL.canParse(values.url)) throw bad(`--url is an address, not "${values.url}"`);
  const { url, key, junit, json, case: only } = values;
  return {
    file,
    url,
    key,
    junit,
    json,
    only,
    parallel: wholeNumber('--parallel', values.parallel, 32),
    repeat: wholeNumber('--repeat', values.repeat, 100),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: simulateOptions, allowPositionals: true });
  } catch (cause) {
    throw new CliFault('bad_argument', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function wholeNumber(option: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw bad(`${option} is a whole number from 1 to ${most}, not "${text}"`);
}

/** Runs the command. Exit status 0: every case passed; 1: some did not; 2: the suite file cannot be read. */
export async function simulateCommand(args: SimulateArguments, context: SimulateContext): Promise<number> {
  const suite = chosen(await suiteOf(args.file), args);
  const abort = new AbortController();
  const onInterrupt = (): void => abort.abort(new CliFault('interrupted', 'the suite was interrupted'));
  process.once('SIGINT', onInterrupt);
  const server = args.url === undefined ? await openOwnServer(context) : await runningServer(args.url, args, context);
  try {
    const startMs = performance.now();
    const client = createCoachClient(server.address, abort.signal);
    const runs = await playSuite(suite, {
      client,
      // A fresh signal, so that clean-up also works after an interruption.
      cleaner: createCoachClient(server.address, new AbortController().signal),
      isOwnServer: args.url === undefined,
      parallel: args.parallel ?? suite.parallel,
      onRun: (run, finished, total) => context.say(progressOf(run, finished, total)),
    });
    const wallMs = performance.now() - startMs;
    const result = resultOf(suite, runs, { wallMs, flows: await stepsOf(client, runs) });
    context.print(textReport(result));
    if (args.junit !== undefined) await write(args.junit, junitReport(result));
    if (args.json !== undefined) await write(args.json, jsonReport(result, suite.prices));
    return result.isOk ? 0 : 1;
  } finally {
    process.off('SIGINT', onInterrupt);
    await server.close();
  }
}

/** Returns the steps of the flows that the runs played, by UUID. Agents without a flow have none. */
async function stepsOf(client: CoachClient, runs: readonly PlayedRun[]) {
  const uuids = [...new Set(runs.map(({ targetUuid }) => targetUuid))];
  return new Map(await Promise.all(uuids.map(async (uuid) => [uuid, await client.steps(uuid)] as const)));
}

const progressOf = ({ case: name, seed, result, ms }: PlayedRun, finished: number, total: number): string =>
  `${finished}/${total} ${name}, seed ${seed}: ${result} (${(ms / 1000).toFixed(1)} s)`;

async function suiteOf(file: string): Promise<Suite> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new CliFault('file_missing', `${file} cannot be read`, { cause });
  });
  const read = readSuite(text);
  if (read.ok) return read.suite;
  const lines = read.problems.map(
    ({ line, column, path, message }) => `${file}:${line}:${column}: ${path === '' ? '' : `${path} `}${message}`,
  );
  throw new CliFault('suite_invalid', lines.join('\n'));
}

function chosen(suite: Suite, { only, repeat }: SimulateArguments): Suite {
  const cases = only === undefined ? suite.cases : suite.cases.filter(({ name }) => name === only);
  if (cases.length === 0) throw bad(`--case "${only}" is not a case of the suite`);
  return { ...suite, cases: repeat === undefined ? cases : cases.map((each) => ({ ...each, repeat })) };
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause) => {
    throw new CliFault('out_unusable', `${path} cannot be written`, { cause });
  });
}

interface Server {
  readonly address: ServerAddress;
  close(): Promise<void>;
}

async function runningServer(
  url: string,
  { key }: SimulateArguments,
  { dataDir, env }: SimulateContext,
): Promise<Server> {
  return { address: addressOf(url, { key, dataDir, env }), close: async () => {} };
}

const readyTimeoutMs = 60_000;
/** A server that the command starts must not use the stores of another one. */
const noSharedStores = {
  DATABASE_URL: '',
  NATS_URL: '',
  S3_ENDPOINT: '',
  ROLE: '',
  REGISTRATION: 'open',
  SMTP_URL: '',
};

/** Starts a server with the agents of the examples folder, its own account, and data that is deleted afterwards. */
async function openOwnServer({ env, say }: SimulateContext): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-simulate-'));
  const removeData = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  const entry = new URL('../../main.js', import.meta.url);
  say('Starting a server for this suite');
  const started = await startServerChild({ entry, env: { ...env, ...noSharedStores }, dataDir, readyTimeoutMs });
  if (!started.ok) {
    await removeData();
    throw new CliFault('server_failed', `${started.detail}\nThe server for the suite did not start.`);
  }
  const { server } = started;
  const close = async (): Promise<void> => {
    await server.close();
    await removeData();
  };
  try {
    return { address: { baseUrl: server.baseUrl, token: await firstAccount(server.baseUrl) }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The first account of a server is its superadmin. */
async function firstAccount(baseUrl: string): Promise<string> {
  const answer = await fetch(new URL('/api/auth/register', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'suite@localhost.test',
      password: randomBytes(24).toString('base64url'),
      organization_name: 'Suite',
    }),
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await answer.json()) as { token?: string };
  if (body.token === undefined)
    throw new CliFault('server_failed', `the server for the suite has no account (status ${answer.status})`);
  return body.token;
}

const bad = (message: string): CliFault => new CliFault('bad_argument', message);
