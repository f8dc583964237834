import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { askForStream, type CallRun, type Clip, placeCall, readWav } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient, type StoredCall } from '../../src/cli/server-client.ts';
import { readProcessState } from './process-state.ts';
import { line } from './short-call.ts';
import { openSilentCrowd } from './silent-crowd.ts';
import { sayHello } from './soak.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `descriptors: a call in progress while strangers open more connections than the server has descriptors, and while
there is not one descriptor left. Needs prlimit (util-linux); else the trial is skipped.
  --limit N    descriptors of the server (default 2048)
  --sockets N  silent connections, half of them to each port (default 20000)
  --out FILE   (default bench/results/descriptors.json)
`;

const options = {
  limit: { type: 'string', default: '2048' },
  sockets: { type: 'string', default: '20000' },
  out: { type: 'string', default: 'bench/results/descriptors.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [limit = 0, sockets = 0] = [values.limit, values.sockets].map(Number);
  if (values.help || !(limit >= 512 && sockets > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const test = 'descriptors';
  if (!(await canLimit()))
    return conclude(values.out, [{ test, figure: 'prlimit is missing', limit: '-', outcome: 'skip' }]);
  const entry = new URL('./scripted-server.js', import.meta.url);
  const words = await sayHello(defaultModelsDir(env));
  const crowd = await crowdOut({ entry, env, limit, words, sockets });
  const full = await fillTable({ entry, env, limit, words });
  return conclude(values.out, [...crowdVerdicts(crowd), ...fullVerdicts(full)], { crowd, full });
}

const run = promisify(execFile);

/** Returns whether the limits of another process can be changed here. */
export const canLimit = (): Promise<boolean> =>
  run('prlimit', ['--version']).then(
    () => process.platform === 'linux',
    () => false,
  );

const limitTo = (pid: number, descriptors: number): Promise<unknown> =>
  run('prlimit', ['--pid', String(pid), `--nofile=${descriptors}:`]);

export interface TrialOptions {
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  /** Descriptor limit of the server. */
  readonly limit: number;
  /** Speech of the caller. A tone is not speech: the agent would hang up after asking a few times. */
  readonly words: Clip;
}

export interface CallOutcome {
  readonly turnsBefore: number;
  /** Turns answered during the attack, and turns spoken. */
  readonly turnsDuring: number;
  readonly spokenDuring: number;
  readonly cutOff: boolean;
  readonly endReason: string | null;
  /** Length of the stored recording, and of the call. */
  readonly recordedMs: number;
  readonly heldMs: number;
}

export interface CrowdOutcome {
  readonly sockets: number;
  readonly limit: number;
  readonly mostDescriptors: number;
  readonly call: CallOutcome;
  /** New calls placed over `PORT` during the attack, those answered, and why the others were not. */
  readonly newCalls: { readonly placed: number; readonly answered: number; readonly failures: readonly string[] };
  readonly alive: boolean;
}

const patienceMs = 60_000;
const wave = 250;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens silent connections to both ports and keeps them for as long as the server permits. */
export const crowdOut = ({ sockets, ...options }: TrialOptions & { sockets: number }): Promise<CrowdOutcome> =>
  withServer(options, async (server, mediaPort) => {
    const call = await holdCall(server, options.words);
    const talk = call.talk();
    let mostDescriptors = 0;
    const newCalls = { placed: 0, answered: 0, failures: [] as string[] };
    const ports = [Number(new URL(server.baseUrl).port), mediaPort];
    const crowd = openSilentCrowd();
    try {
      for (let opened = 0; opened < sockets; opened += wave) {
        await crowd.open({ ports, count: wave });
        const state = await readProcessState(server.pid);
        mostDescriptors = Math.max(mostDescriptors, state?.descriptors ?? 0);
        const part = Math.floor((4 * (opened + wave)) / sockets);
        if (part === Math.floor((4 * opened) / sockets)) continue;
        newCalls.placed += 1;
        const failure = await failureOf(server, newCalls.placed);
        if (failure === undefined) newCalls.answered += 1;
        else newCalls.failures.push(failure);
      }
      await talk.stop();
      const outcome = await call.end();
      return { sockets, limit: options.limit, mostDescriptors, call: outcome, newCalls, alive: isAlive(server) };
    } finally {
      crowd.close();
    }
  });

export interface FullOutcome {
  readonly call: CallOutcome;
  /** How long the server had no free descriptor. */
  readonly fullMs: number;
  readonly alive: boolean;
  /** Whether a call is answered afterwards. */
  readonly answersAfter: boolean;
}

const fullForMs = 4_000;

/** Lowers the server's limit to the descriptors in use, so that opening any other fails. */
export const fillTable = (options: TrialOptions): Promise<FullOutcome> =>
  withServer(options, async (server, mediaPort) => {
    const call = await holdCall(server, options.words);
    const fds = await readdir(`/proc/${server.pid}/fd`);
    const startMs = performance.now();
    await limitTo(server.pid, Math.max(...fds.map(Number)) + 1);
    const held: Socket[] = [];
    try {
      // Connections fill the gaps below the highest descriptor; after that, no connection can be accepted.
      const ports = [Number(new URL(server.baseUrl).port), mediaPort];
      for (let i = 0; i < 60; i++) void keepSilent(ports[i % 2]!, held);
      await call.turn();
      await pause(Math.max(0, fullForMs - (performance.now() - startMs)));
      await call.turn();
    } finally {
      for (const socket of held) socket.destroy();
    }
    const fullMs = Math.round(performance.now() - startMs);
    await limitTo(server.pid, options.limit);
    const outcome = await call.end();
    return { call: outcome, fullMs, alive: isAlive(server), answersAfter: (await failureOf(server, 99)) === undefined };
  });

async function withServer<T>(
  { entry, env, limit }: TrialOptions,
  work: (server: ServerChild, mediaPort: number) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-descriptors-'));
  const settings = { LOG_LEVEL: 'warn', ...env, ADMISSION: 'off' };
  const started = await startServerChild({
    entry,
    env: settings,
    dataDir,
    readyTimeoutMs: 120_000,
    descriptors: limit,
  });
  try {
    if (!started.ok) throw new Error(started.detail);
    return await work(started.server, started.server.mediaPort);
  } finally {
    if (started.ok) await started.server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Resolves once the connection is established, refused or closed. */
function keepSilent(port: number, held: Socket[]): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    held.push(socket);
    socket.once('connect', () => resolve());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
}

const isAlive = ({ pid }: ServerChild): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const caller = '+12025570001';
/** Holds a call whose caller was greeted and answered once. */
async function holdCall(server: ServerChild, words: Clip) {
  const run = await place(server, caller);
  if (!(await run.until(() => run.agentAudible.length > 0, patienceMs))) throw new Error('the caller was not greeted');
  let spoken = 0;
  let answered = 0;
  /** The agent may only be pausing between two phrases. */
  async function quiet(): Promise<void> {
    do {
      await run.until(() => !run.agentBusy, patienceMs);
      await pause(500);
    } while (run.agentBusy && !run.over);
  }
  async function turn(): Promise<void> {
    await quiet();
    const before = run.agentAudible.length;
    spoken += 1;
    run.say(words);
    if (await run.until(() => run.agentAudible.length > before, 15_000)) answered += 1;
  }
  await turn();
  const before = { spoken, answered };
  return {
    turn,
    /** Takes one turn after another until stopped. */
    talk() {
      let stopped = false;
      const turns = (async () => {
        while (!stopped && !run.over) await turn();
      })();
      return {
        stop() {
          stopped = true;
          return turns;
        },
      };
    },
    async end(): Promise<CallOutcome> {
      const cutOff = run.over;
      const heldMs = Math.round(run.nowMs());
      await run.hangUp();
      const client = createServerClient(server);
      const giveUpAt = performance.now() + patienceMs;
      let stored: StoredCall | undefined;
      // A busy server may not answer in time.
      while ((stored?.end_reason ?? null) === null && performance.now() < giveUpAt) {
        const uuid = await client.findCall(caller, 0);
        stored = uuid === undefined ? undefined : await client.call(uuid);
        await pause(100);
      }
      return {
        turnsBefore: before.answered,
        turnsDuring: answered - before.answered,
        spokenDuring: spoken - before.spoken,
        cutOff,
        endReason: stored?.end_reason ?? null,
        recordedMs: Math.round((await playableMs(server, stored?.recording_url)) ?? 0),
        heldMs,
      };
    },
  };
}

async function place({ baseUrl }: ServerChild, from: string): Promise<CallRun> {
  const answer = await askForStream({ dialect: 'telephony_a', baseUrl, callId: crypto.randomUUID(), from, to: line });
  if (answer.kind !== 'stream') throw new Error(`not answered: ${JSON.stringify(answer)}`);
  return placeCall({ dialect: 'telephony_a', url: answer.url, identity: { from, to: line } });
}

/** Places a call. Returns undefined if it is answered and greeted, else the reason. */
async function failureOf(server: ServerChild, index: number): Promise<string | undefined> {
  const run = await place(server, `+1${2_025_571_000 + index}`).catch((error: unknown) => String(error));
  if (typeof run === 'string') return run;
  const isGreeted = await run.until(() => run.agentAudible.length > 0, patienceMs);
  const { by, reason } = await run.hangUp();
  return isGreeted ? undefined : `not greeted; ended by ${by}: ${reason}`;
}

async function playableMs(server: ServerChild, url: string | null | undefined): Promise<number | undefined> {
  if (url == null) return undefined;
  const response = await createServerClient(server).request(`${url}&format=wav`);
  if (!response.ok) return undefined;
  const { samples, rateHz } = readWav(new Uint8Array(await response.arrayBuffer()));
  return (samples.length * 1000) / rateHz;
}

/** The last write of a call may be missing when it is hung up. */
const maxLostMs = 4_000;

const callIsWhole = ({ turnsDuring, spokenDuring, cutOff, endReason, recordedMs, heldMs }: CallOutcome): boolean =>
  turnsDuring === spokenDuring && !cutOff && endReason === 'caller_hung_up' && recordedMs > heldMs - maxLostMs;

const callFigure = ({ turnsDuring, spokenDuring, cutOff, endReason, recordedMs, heldMs }: CallOutcome): string =>
  `${turnsDuring} of ${spokenDuring} turns answered, ${cutOff ? 'cut off, ' : ''}ended as ${endReason}, ${Math.round(recordedMs / 100) / 10} of ${Math.round(heldMs / 100) / 10} s recorded`;

export function crowdVerdicts({ sockets, limit, mostDescriptors, call, newCalls, alive }: CrowdOutcome): Verdict[] {
  const name = (what: string): string => `${sockets} silent connections, ${limit} descriptors: ${what}`;
  return [
    {
      test: name('the call in progress'),
      figure: callFigure(call),
      limit: 'all turns, to its end',
      outcome: judged(alive && callIsWhole(call)),
    },
    {
      test: name('descriptors in use'),
      figure: `${mostDescriptors} at most`,
      limit: `${limit - 128}`,
      outcome: judged(mostDescriptors <= limit - 128),
    },
    {
      test: name('new calls'),
      figure: `${newCalls.answered} of ${newCalls.placed} answered`,
      limit: 'all',
      outcome: judged(newCalls.answered === newCalls.placed),
    },
  ];
}

export function fullVerdicts({ call, fullMs, alive, answersAfter }: FullOutcome): Verdict[] {
  return [
    {
      test: `no descriptor left for ${fullMs} ms: the call in progress`,
      figure: callFigure(call),
      limit: 'all turns, to its end',
      outcome: judged(alive && callIsWhole(call)),
    },
    {
      test: 'no descriptor left: a call afterwards',
      figure: answersAfter ? 'answered' : 'not answered',
      limit: 'answered',
      outcome: judged(answersAfter),
    },
  ];
}
