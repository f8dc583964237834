import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { WebSocket } from 'ws';
import type { AgentDialect } from '../../media/wire/dialects/index.ts';
import type { WireDriver } from '../../media/wire/transport.ts';
import { type GatewayState, openGateway } from './gateway.ts';
import { type CallHeard, callTalker } from './live-caller.ts';
import { type FarScript, type Frame, farScripts, keep } from './media-grammar.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `fuzz-wire: far ends that break their dialect in every way, on real sockets, beside a call that must not notice.
  --frames N    in all (default 1000000)
  --at-once N   sockets (default 30)
  --driver NAME uws or ws; both by default, each with half of the frames
  --seed N      (default 1)
  --out FILE    (default bench/results/fuzz-wire.json); scripts that failed go beside it, for test/wire/corpus
`;

const options = {
  frames: { type: 'string', default: '1000000' },
  'at-once': { type: 'string', default: '30' },
  driver: { type: 'string' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/fuzz-wire.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const drivers = (['uws', 'ws'] as const).filter((name) => values.driver === undefined || values.driver === name);
  const [frames = 0, atOnce = 0, seed = 0] = [values.frames, values['at-once'], values.seed].map(Number);
  if (values.help || drivers.length === 0 || !(frames > 0 && atOnce > 0 && Number.isInteger(seed))) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const results: FuzzResult[] = [];
  for (const driver of drivers) {
    const tell = (text: string): void => void process.stderr.write(`${driver}: ${text}\n`);
    results.push(await fuzz({ driver, frames: frames / drivers.length, atOnce, seed, tell }));
  }
  await keepFailures(values.out.replace(/\.json$/, '-failures'), results);
  return conclude(values.out, results.flatMap(fuzzVerdicts), { results });
}

export interface FuzzOptions {
  readonly driver: WireDriver;
  readonly frames: number;
  readonly atOnce: number;
  readonly seed: number;
  /** Scripts sent first, unchanged. */
  readonly corpus?: readonly CorpusEntry[];
  readonly tell?: (text: string) => void;
}

export interface CorpusEntry {
  readonly dialect: AgentDialect;
  readonly script: FarScript;
}

export interface FuzzResult {
  readonly driver: WireDriver;
  readonly seed: number;
  readonly frames: number;
  readonly sockets: number;
  readonly seconds: number;
  /** Number of sockets by ending: the server's close code, or `stayed`. */
  readonly closes: Readonly<Record<string, number>>;
  /** First hundred sockets that ended incorrectly. */
  readonly wrong: readonly (CorpusEntry & { readonly code: number; readonly reason: string })[];
  readonly wrongCount: number;
  readonly crashed: boolean;
  readonly before: GatewayState;
  readonly after: GatewayState;
  readonly live: CallHeard;
}

const dialects = ['telephony_a', 'telephony_b', 'twilio', 'telnyx', 'vobiz', 'vonage', 'asterisk', 'browser'] as const;
/** Scripts generated at a time; the seed is the run's seed plus the batch number. */
const batch = 60;
/** A stopped stream lingers for five seconds. */
const settleMs = 20_000;
const maxWrong = 100;

export async function fuzz({ driver, frames, atOnce, seed, corpus = [], tell }: FuzzOptions): Promise<FuzzResult> {
  const gateway = await openGateway({ driver });
  try {
    const closes: Record<string, number> = {};
    const wrong: (CorpusEntry & { code: number; reason: string })[] = [];
    let wrongCount = 0;
    let sent = 0;
    let sockets = 0;
    let batches = 0;
    const begun = performance.now();

    const attackWith = async (entry: CorpusEntry): Promise<void> => {
      const ending = await attack(gateway.port, entry);
      sent += entry.script.frames.length;
      sockets += 1;
      const key = ending === undefined ? 'stayed' : String(ending.code);
      closes[key] = (closes[key] ?? 0) + 1;
      if (ending === undefined || mayEndSo(entry.script, ending)) return;
      wrongCount += 1;
      if (wrong.length < maxWrong) wrong.push({ ...entry, ...ending });
    };
    const queue: CorpusEntry[] = [...corpus];
    const slot = async (enough: number): Promise<void> => {
      while (gateway.alive && (queue.length > 0 || sent < enough)) {
        if (queue.length === 0) {
          const dialect = dialects[batches % dialects.length]!;
          const scripts = fc.sample(farScripts(dialect), { numRuns: batch, seed: seed + batches++ });
          queue.push(...scripts.map((script) => ({ dialect, script })));
        }
        await attackWith(queue.pop()!);
        if (sockets % 5_000 === 0) tell?.(`${sent} frames, ${sockets} sockets, ${wrongCount} ended wrongly`);
      }
    };
    const slots = (enough: number): Promise<unknown> => Promise.all(Array.from({ length: atOnce }, () => slot(enough)));

    // Compilation and caches at first use are not a leak.
    await slots(Math.min(frames / 4, 20_000));
    const isQuiet = ({ streams, calls }: GatewayState): boolean => streams === 0 && calls === 0;
    const before = await gateway.stateOnce(isQuiet, settleMs);
    const live = await callTalker(gateway.port);
    await slots(frames);
    const heard = await live.hangUp();
    const crashed = !gateway.alive;
    const after = crashed ? before : await gateway.stateOnce(isQuiet, settleMs);
    const seconds = Math.round((performance.now() - begun) / 1000);
    return {
      driver,
      seed,
      frames: sent,
      sockets,
      seconds,
      closes,
      wrong,
      wrongCount,
      crashed,
      before,
      after,
      live: heard,
    };
  } finally {
    await gateway.close();
  }
}

/**
 * uWebSockets.js rejects a message over four times our limit and closes without a close frame. With either driver the
 * frame may be lost: the system resets a socket that is closed while the rest of a message is still arriving.
 */
const tooLargeBytes = 65_536;
/** A call survives this many messages that break its protocol, and this many bytes at once. */
const forgivenFrames = 50;
const burstBytes = 5 * 262_144;
const faultCodes = [1003, 1007, 1008];

const bytesOf = (frame: Frame): number =>
  'text' in frame ? Buffer.byteLength(frame.text) : 'binary' in frame ? frame.binary.length : frame.brokenText.length;

/** A far end that sent `stop` or pressed the goodbye key has ended its call intentionally. */
const wishedEnds = ['caller_hung_up', 'stopped', 'agent_goodbye'];

function mayEndSo({ frames, innocent }: FarScript, { code, reason }: { code: number; reason: string }): boolean {
  if (code === 1000) return wishedEnds.includes(reason);
  if (innocent) return false;
  const isBroken = frames.some((frame) => 'brokenText' in frame);
  const isTooLarge = frames.some((frame) => bytesOf(frame) > tooLargeBytes);
  const isTooFast = frames.reduce((bytes, frame) => bytes + bytesOf(frame), 0) > burstBytes;
  if (code === 1006) return isBroken || isTooLarge;
  if (code === 1009) return isTooLarge;
  const isForgiven = frames.length <= forgivenFrames;
  return faultCodes.includes(code) && (!isForgiven || (isBroken && code === 1007) || (isTooFast && code === 1008));
}

const attackMs = 30_000;

/** Sends a script. Returns undefined if the line was still open afterwards, otherwise how the server closed it. */
function attack(port: number, { dialect, script }: CorpusEntry): Promise<{ code: number; reason: string } | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/media/${dialect}/attack`, { perMessageDeflate: false });
    let failure = '';
    const timer = setTimeout(() => {
      failure = 'no end';
      socket.terminate();
    }, attackMs);
    socket.on('error', (error) => {
      failure = error.message;
    });
    socket.on('open', () => {
      for (const frame of script.frames) {
        if ('text' in frame) socket.send(frame.text);
        else if ('binary' in frame) socket.send(frame.binary);
        else socket.send(frame.brokenText, { binary: false });
      }
      // Answered when everything before it has been read.
      socket.ping();
    });
    socket.on('message', () => {});
    socket.on('pong', () => {
      settle(undefined);
      if (script.leaves === 'close') socket.close();
      else socket.terminate();
    });
    socket.on('close', (code, reason) => settle({ code, reason: reason.toString() || failure }));
    const settle = (ending: { code: number; reason: string } | undefined): void => {
      clearTimeout(timer);
      resolve(ending);
    };
  });
}

const maxHeapGrowthMb = 5;
const maxGapMs = 20;

export function fuzzVerdicts(result: FuzzResult): Verdict[] {
  const { driver, seed, before, after, live } = result;
  const growthMb = (after.heapBytes - before.heapBytes) / 1e6;
  const name = (what: string): string => `R-11 ${result.frames} malformed frames, ${driver}: ${what}`;
  const ends = Object.entries(result.closes).map(([code, count]) => `${code} ${count}`);
  return [
    {
      test: name('crashes, unhandled faults, calls left'),
      figure: `${result.crashed ? 1 : 0}, ${after.troubles.length}, ${after.calls}`,
      limit: '0, 0, 0',
      outcome: judged(!result.crashed && after.troubles.length === 0 && after.calls + after.listeners === 0),
      seed,
    },
    {
      test: name('sockets that ended as none may'),
      figure: `${result.wrongCount} of ${result.sockets} (${ends.join(', ')})`,
      limit: '0; 1003, 1007 and 1008 after 50 invalid messages, 1009 after one too large',
      outcome: judged(result.wrongCount === 0),
      seed,
    },
    {
      test: name('heap growth'),
      figure: `${growthMb.toFixed(2)} MB`,
      limit: `${maxHeapGrowthMb} MB`,
      outcome: judged(growthMb < maxHeapGrowthMb),
      seed,
    },
    {
      test: name('longest gap of the call beside it'),
      figure: `${Math.round(live.longestGapMs)} ms, ${live.gaps} gaps in ${Math.round(live.seconds)} s${live.cutOff ? ', cut off' : ''}`,
      limit: `${maxGapMs} ms`,
      outcome: judged(!live.cutOff && live.longestGapMs <= maxGapMs),
      seed,
    },
  ];
}

async function keepFailures(folder: string, results: readonly FuzzResult[]): Promise<void> {
  const wrong = results.flatMap((result) => result.wrong.map((one) => ({ ...one, driver: result.driver })));
  if (wrong.length === 0) return;
  await mkdir(folder, { recursive: true });
  for (const [index, { dialect, driver, script, code, reason }] of wrong.entries()) {
    const kept = { dialect, driver, code, reason, ...script, frames: script.frames.map(keep) };
    await writeFile(join(folder, `${dialect}-${index}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  }
}
