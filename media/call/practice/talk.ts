import {
  type AgentTurn,
  type CustomerEnd,
  type CustomerPlan,
  createCustomer,
  type LogEntry,
  linesOf,
  mistakeIn,
} from '../../agent/customer/index.ts';
import { wavHeader } from '../../codec/wav.ts';
import type { CallRun, SaidLine } from '../../emulator/index.ts';
import type { Clip } from '../../line/audio.ts';
import { MediaFault } from '../../line/fault.ts';
import { createAgentTurns } from './agent-turns.ts';
import { type SpokenLine, voiceMetrics } from './metrics.ts';
import { createTiming, type Overlap } from './overlaps.ts';
import type { PracticeLine, PracticeTalk } from './protocol.ts';

export interface TalkOptions {
  readonly run: CallRun;
  readonly plan: CustomerPlan;
  readonly agentOpens: boolean;
  /** Returns speech at the sample rate of `run`. */
  speak(text: string): Promise<Clip>;
  readonly signal: AbortSignal;
}

/** The agent has finished when it has been silent for this long and none of its audio is waiting. */
const quietMs = 500;
/** If no answer begins within this time, the customer asks whether anybody is there. */
const answerWithinMs = { first: 20_000, later: 12_000 } as const;
const longestTurnMs = 120_000;
/** Maximum time the customer stays on the line after the last word. */
const hangUpWithinMs = 1500;
const finalWithinMs = 1000;
/** Number of unanswered questions in a row after which the customer hangs up. */
const mostNudges = 2;
/** End reasons that say nothing about the agent. */
const lostCalls = new Set(['fault', 'shutdown', 'operator', 'over_capacity']);

/** Talks to an agent over an open stream until one side ends it. Throws `engine_died` if the call is lost. */
export async function holdTalk(options: TalkOptions): Promise<PracticeTalk> {
  const { run, signal } = options;
  const drop = (): void => run.drop();
  signal.addEventListener('abort', drop, { once: true });
  try {
    signal.throwIfAborted();
    if (!(await run.opened)) throw new MediaFault('engine_died', `the stream was not opened: ${await whyOf(run)}`);
    return await converse(options, createFarSide(options));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', drop);
    if (!run.over) run.drop();
  }
}

const whyOf = async ({ ended }: CallRun): Promise<string> => {
  const { closeCode, reason } = await ended;
  return `${closeCode} ${reason}`;
};

async function converse(options: TalkOptions, far: FarSide): Promise<PracticeTalk> {
  const { run, plan, agentOpens, signal } = options;
  const customer = createCustomer(plan);
  const entries: LogEntry[] = [];
  let state = customer.first;
  let isNew = true;
  let nudges = 0;
  let end: CustomerEnd | undefined;
  let isUnanswered = false;
  while (end === undefined) {
    signal.throwIfAborted();
    const silentStart = isNew && !agentOpens;
    const turn = silentStart ? null : await far.agentTurn(isNew ? answerWithinMs.first : answerWithinMs.later);
    isNew = false;
    if (turn === undefined) {
      if (nudges === mostNudges) {
        end = 'hangup';
        isUnanswered = true;
      } else await far.nudge(nudges);
      nudges += 1;
      continue;
    }
    nudges = 0;
    if (turn !== null && (turn.text !== '' || turn.ended))
      entries.push({ speaker: 'agent', text: turn.text, ...(turn.ended ? { ended: true } : {}) });
    const step = customer.step(state, turn);
    state = step.state;
    const { text } = step.move;
    end = step.move.end ?? (text === null ? 'agent_ended' : undefined);
    if (text !== null && !run.over) {
      entries.push({ speaker: 'customer', text });
      const { recognised } = far;
      const before = recognised.length;
      await far.say(text);
      // As people do after a goodbye, and so that the last words are recognised before the stream closes.
      if (end !== undefined) await run.until(() => recognised.length > before, hangUpWithinMs);
    }
    if (end === undefined && entries.length >= plan.maxTurns) end = 'max_turns';
  }
  if (!run.over) await run.hangUp();
  const mistake = isUnanswered ? undefined : mistakeIn(plan, entries, end);
  return { ...far.result(), end, ...(mistake === undefined ? {} : { mistake }) };
}

type FarSide = ReturnType<typeof createFarSide>;

function wavOf(stereo: Int16Array, rateHz: number): Uint8Array {
  const header = wavHeader({ rateHz, channels: 2, dataBytes: stereo.byteLength });
  const bytes = new Uint8Array(header.length + stereo.byteLength);
  bytes.set(header);
  bytes.set(new Uint8Array(stereo.buffer, stereo.byteOffset, stereo.byteLength), header.length);
  return bytes;
}

/** Creates the customer's speech and reception. */
function createFarSide({ run, plan, speak, signal }: TalkOptions) {
  const words = linesOf(plan.languageCode);
  const timing = createTiming(plan, words);
  const turns = createAgentTurns();
  const lines: (PracticeLine & { readonly atMs: number })[] = [];
  const spoken: SpokenLine[] = [];
  let saidToMs = 0;
  run.watch(turns.onCommand);

  const msOf = (sample: number): number => (sample * 1000) / run.format.rateHz;
  const write = (speaker: PracticeLine['speaker'], text: string, atMs: number): void =>
    void lines.push({ speaker, text, atMs, timestamp: Math.round(atMs / 100) / 10 });
  const isOver = (): boolean => run.over || turns.endedBy !== undefined;
  const lastHeardMs = (): number => msOf(run.agentAudible.at(-1)?.endSample ?? 0);
  const isDone = (): boolean =>
    isOver() ||
    (turns.state === 'listening' && !run.agentBusy && run.nowMs() - Math.max(lastHeardMs(), saidToMs) >= quietMs);

  function onsetMs(): number | undefined {
    const span = run.agentAudible.find(({ endSample }) => msOf(endSample) > saidToMs);
    return span && Math.max(saidToMs, msOf(span.startSample));
  }

  async function utter(text: string, kind: SpokenLine['kind'], clip?: Clip): Promise<void> {
    const place = run.say(clip ?? (await speak(text)));
    const line: SaidLine = {
      label: text,
      kind: kind === 'turn' ? 'turn' : 'barge_in',
      place,
      waitTimedOut: false,
    };
    spoken.push({ kind, text, line });
    const { startSample, endSample } = place.speech;
    if (kind !== 'backchannel') write('customer', text, msOf(startSample));
    await run.until(() => isOver() || !run.callerSpeaking, longestTurnMs);
    if (kind !== 'backchannel') saidToMs = msOf(endSample);
  }

  /** Speaks over the agent, if it is still speaking at that time. */
  async function speakOver({ kind, text, afterMs }: Overlap): Promise<void> {
    const clip = await speak(text);
    const dueMs = (onsetMs() ?? run.nowMs()) + afterMs;
    await run.until(() => isDone() || run.nowMs() >= dueMs, longestTurnMs);
    if (isDone() || turns.state !== 'speaking' || run.nowMs() - lastHeardMs() > 200) return;
    await utter(text, kind, clip);
    // Waits for the agent's answer to it, or the rest of what it was saying.
    if (kind === 'interruption') await run.until(() => isOver() || onsetMs() !== undefined, answerWithinMs.later);
  }

  /** Returns the text as two parts with a pause between them, if it has a suitable place. */
  async function hesitant(text: string, pauseMs: number): Promise<Clip> {
    const at = /^(?:\S+\s+){2,}?\S+,(?=\s)/u.exec(text)?.[0].length;
    if (at === undefined) return speak(text);
    const [first, second] = [await speak(text.slice(0, at)), await speak(text.slice(at).trim())];
    const gap = Math.round((pauseMs * first.rateHz) / 1000);
    const samples = new Float32Array(first.samples.length + gap + second.samples.length);
    samples.set(first.samples);
    samples.set(second.samples, first.samples.length + gap);
    return { samples, rateHz: first.rateHz };
  }

  return {
    recognised: turns.recognised,
    /**
     * Returns the agent's next complete turn; undefined if it says nothing. Throws `engine_died` if the call is lost.
     */
    async agentTurn(withinMs: number): Promise<AgentTurn | undefined> {
      await run.until(() => isOver() || (turns.isFresh && onsetMs() !== undefined), withinMs);
      if (!isOver() && !turns.isFresh) return undefined;
      const overlap = timing.overlap();
      if (overlap !== undefined && !isOver()) await speakOver(overlap);
      await run.until(isDone, longestTurnMs);
      await run.until(() => turns.isFinal, finalWithinMs);
      signal.throwIfAborted();
      if (isOver() && (turns.endedBy === undefined || lostCalls.has(turns.endedBy)))
        throw new MediaFault('engine_died', `the call was lost: ${turns.endedBy ?? (await whyOf(run))}`);
      const replies = turns.take();
      for (const { text, atMs } of replies) write('agent', text, atMs);
      return { text: replies.map(({ text }) => text).join(' '), ended: isOver() };
    },
    async say(text: string): Promise<void> {
      const pauseMs = timing.hesitationMs();
      const dueMs = run.nowMs() + timing.reactionMs();
      const clip = pauseMs === undefined ? await speak(text) : await hesitant(text, pauseMs);
      await run.until(() => isOver() || run.nowMs() >= dueMs, dueMs - run.nowMs());
      await utter(text, 'turn', clip);
    },
    async nudge(times: number): Promise<void> {
      await utter(words.nudge[times % words.nudge.length] as string, 'turn');
    },
    result(): Pick<PracticeTalk, 'lines' | 'metrics' | 'wav'> {
      const record = run.record();
      const stereo = new Int16Array(2 * record.agent.length);
      const sample = (value: number | undefined): number => Math.round(32_767 * Math.max(-1, Math.min(1, value ?? 0)));
      for (let at = 0; at < record.agent.length; at++) {
        stereo[2 * at] = sample(record.caller[at]);
        stereo[2 * at + 1] = sample(record.agent[at]);
      }
      return {
        lines: [...lines]
          .sort((a, b) => a.atMs - b.atMs)
          .map(({ speaker, text, timestamp }) => ({ speaker, text, timestamp })),
        metrics: voiceMetrics(record, spoken, turns.recognised),
        wav: wavOf(stereo, record.format.rateHz),
      };
    },
  };
}
