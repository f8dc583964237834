import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import type { Installation } from '../config/installation.ts';
import { checkBucket } from './bucket-check.ts';
import { checkCapacity } from './capacity-check.ts';
import type { Check } from './check.ts';
import { checkCall } from './check-call.ts';
import { checkDisk, checkDriver, checkModels, checkNode, checkPorts } from './checks.ts';
import { CliFault, parsed } from './cli-fault.ts';
import { checkConnections } from './connections-check.ts';
import { addressOf, type ServerAddress } from './credential.ts';
import { checkClock, checkData } from './data-checks.ts';
import { checkLines } from './line-check.ts';
import { checkNats } from './nats-check.ts';
import { type ServerChild, startServerChild } from './server-child.ts';
import { createServerClient } from './server-client.ts';
import { openSpeechFor } from './speech.ts';
import { checkSpeechServers } from './speech-check.ts';
import { checkTelephones } from './telephone-check.ts';

export interface DoctorArguments {
  readonly url: string;
  /** An API key for the server. */
  readonly key?: string | undefined;
  readonly json: boolean;
}

export interface DoctorContext {
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
  readonly installation: Installation;
  readonly print: (text: string) => void;
}

/** Throws `bad_argument`. */
export function readDoctorArguments(argv: readonly string[], defaultUrl: string): DoctorArguments {
  const options = {
    url: { type: 'string', default: defaultUrl },
    key: { type: 'string' },
    json: { type: 'boolean', default: false },
  } as const;
  const values = parsed(() => parseArgs({ args: [...argv], options }).values);
  if (!URL.canParse(values.url)) throw new CliFault('bad_argument', `--url is an address, not "${values.url}"`);
  return values;
}

/**
 * Checks everything that a call needs, in the order in which it needs it, then makes a call. Returns 0 if nothing
 * failed.
 */
export async function doctorCommand(args: DoctorArguments, context: DoctorContext): Promise<number> {
  const checks: Check[] = [];
  const { config } = context;
  const tell = (check: Check): void => {
    checks.push(check);
    if (!args.json) context.print(lineOf(check));
  };
  tell(checkNode(process.versions.node));
  const { multilingual } = config.media.speechServers ?? {};
  const extra = multilingual === undefined ? [] : [multilingual];
  for (const check of await checkModels(config.media.modelsDir, extra)) tell(check);
  tell(await checkDisk(config.data.dataDir));
  tell(await checkClock(config.data.dataDir, context.installation.rootDir, Date.now()));
  for (const check of await checkData(config)) tell(check);
  for (const check of await checkBucket(config.data.bucket)) tell(check);
  for (const check of await checkNats(config.cluster)) tell(check);
  for (const check of await checkSpeechServers(config.media)) tell(check);
  const answers = (await createServerClient({ baseUrl: args.url }).health()) !== undefined;
  tell(
    answers
      ? { name: 'server', state: 'ok', detail: `answers at ${args.url}` }
      : await checkPorts(config.http.port, config.media.port),
  );
  for (const check of await checkTelephones(config.sip, { isRunning: answers, now: new Date() })) tell(check);
  const broken = checks.some((check) => check.state === 'failed' && check.name.startsWith('model'));
  if (broken)
    tell({
      name: 'call',
      state: 'failed',
      detail: 'skipped: models are missing',
      advice: 'Fix the problems above first.',
    });
  else for (const check of await checkWholeCall(args, context, answers)) tell(check);
  if (args.json) context.print(`${JSON.stringify({ checks }, null, 2)}\n`);
  return checks.some((check) => check.state === 'failed') ? 1 : 0;
}

const marks = { ok: 'ok     ', warning: 'look   ', failed: 'FAILED ' } as const;

const nameWidth = 22;

const lineOf = ({ name, state, detail, advice }: Check): string =>
  `${marks[state]} ${name.padEnd(nameWidth)} ${detail}\n${advice === undefined ? '' : `${' '.repeat(nameWidth + 9)}${advice}\n`}`;

const readyTimeoutMs = 60_000;

/** Uses the running server, or starts a temporary one whose data is deleted. */
async function checkWholeCall(args: DoctorArguments, context: DoctorContext, answers: boolean): Promise<Check[]> {
  if (answers) {
    const { dataDir } = context.config.data;
    return checkServer(addressOf(args.url, { key: args.key, dataDir, env: context.env }), context.config);
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-doctor-'));
  let server: ServerChild | undefined;
  try {
    const entry = new URL('../main.js', import.meta.url);
    // A trial needs every call, also on a machine that would refuse some.
    const env = { ...context.env, ADMISSION: 'off', MAX_CALLS: '' };
    const started = await startServerChild({ entry, env, dataDir, readyTimeoutMs });
    if (!started.ok) {
      const advice = 'Its output is above; "parley start" (in a checkout: npm start) prints more.';
      return [{ name: 'server start', state: 'failed', detail: started.detail, advice }];
    }
    server = started.server;
    const seconds = (server.startMs / 1000).toFixed(1);
    const check: Check = { name: 'server start', state: 'ok', detail: `ready after ${seconds} s` };
    const calls = await checkServer(server, context.config);
    // What fails for one call says nothing about several.
    if (calls.some(({ state }) => state === 'failed')) return [check, ...calls];
    const trial = { server, cores: availableParallelism(), openSpeech: openSpeechFor(context.config.media.modelsDir) };
    return [check, ...calls, ...(await checkCapacity(trial))];
  } finally {
    await server?.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function checkServer(
  server: ServerAddress,
  { media: { modelsDir, driver }, sip }: DoctorContext['config'],
): Promise<Check[]> {
  const health = await createServerClient(server).health();
  const models = await checkConnections(server);
  const lines = await checkLines(server, sip);
  return [checkDriver(health, driver), ...models, ...lines, ...(await checkCall({ server, modelsDir }))];
}
