import { askForStream, type CallRun, type Clip, placeCall, readWav } from '../../media/index.ts';
import type { ServerAddress } from '../../src/cli/credential.ts';
import type { ServerChild } from '../../src/cli/server-child.ts';
import { createServerClient, type StoredCall } from '../../src/cli/server-client.ts';
import { line } from './short-call.ts';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Places a call over sockets, to the example agent by default; undefined if it was rejected. */
export async function dial({ baseUrl }: ServerChild, from: string, to = line): Promise<CallRun | undefined> {
  const answer = await askForStream({ dialect: 'telephony_a', baseUrl, callId: crypto.randomUUID(), from, to });
  if (answer.kind !== 'stream') return undefined;
  return placeCall({ dialect: 'telephony_a', url: answer.url, identity: { from, to } });
}

export interface Talker {
  readonly run: CallRun;
  readonly spoken: number;
  readonly answered: number;
  /** For each answered turn, the time from the end of the caller's words to the agent's first sound. */
  readonly latenciesMs: readonly number[];
  /** Stops after the turn in progress. The call continues. */
  stop(): Promise<void>;
}

export interface TalkerOptions {
  readonly words: Clip;
  /** A turn not answered by then counts as unanswered. */
  readonly patienceMs: number;
  /** Pause between a reply and the next words; half a second by default. */
  readonly restMs?: number;
}

/** Takes one turn after another from the greeting on, until stopped or the call is over. */
export function talk(run: CallRun, { words, patienceMs, restMs = 500 }: TalkerOptions): Talker {
  let stopped = false;
  let spoken = 0;
  const latenciesMs: number[] = [];
  /** The agent may only be pausing between two phrases. */
  async function quiet(): Promise<void> {
    const giveUpAt = performance.now() + patienceMs;
    do {
      await run.until(() => !run.agentBusy, patienceMs);
      await pause(restMs);
    } while (run.agentBusy && !run.over && performance.now() < giveUpAt);
  }
  async function turn(): Promise<void> {
    const before = run.agentAudible.length;
    spoken += 1;
    const { speech } = run.say(words);
    if (!(await run.until(() => run.agentAudible.length > before, patienceMs))) return;
    const waitedSamples = run.agentAudible[before]!.startSample - speech.endSample;
    latenciesMs.push((waitedSamples * 1000) / run.format.rateHz);
    await quiet();
  }
  const turns = (async () => {
    await run.until(() => run.agentAudible.length > 0, patienceMs);
    await quiet();
    while (!stopped && !run.over) await turn();
  })();
  return {
    run,
    latenciesMs,
    get spoken() {
      return spoken;
    },
    get answered() {
      return latenciesMs.length;
    },
    stop() {
      stopped = true;
      return turns;
    },
  };
}

/** Returns the stored call of a number once it is over, or in its current state after a timeout. */
export async function closedCall(
  server: ServerChild,
  from: string,
  patienceMs: number,
): Promise<StoredCall | undefined> {
  const client = createServerClient(server);
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const uuid = await client.findCall(from, 0);
    const call = uuid === undefined ? undefined : await client.call(uuid);
    if (typeof call?.end_reason === 'string' || performance.now() > giveUpAt) return call;
    await pause(200);
  }
}

/** Returns the length of a call's recording. `broken`: it exists but cannot be played. */
export async function recordingOf(
  server: ServerAddress,
  url: string | null,
): Promise<
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly why: string }
  | { readonly kind: 'whole'; readonly lengthMs: number }
> {
  if (url === null) return { kind: 'none' };
  const response = await createServerClient(server).request(`${url}&format=wav`);
  if (response.status === 404) return { kind: 'none' };
  if (!response.ok) return { kind: 'broken', why: `${response.status} ${await response.text()}` };
  const bytes = new Uint8Array(await response.arrayBuffer());
  try {
    const { samples, rateHz } = readWav(bytes);
    return { kind: 'whole', lengthMs: (samples.length * 1000) / rateHz };
  } catch (error) {
    return { kind: 'broken', why: `${bytes.length} bytes: ${String(error)}` };
  }
}
