import type { VirtualCall, VirtualLine } from '../../media/call/virtual/virtual-line.ts';
import type { Playout } from '../../media/emulator/playout.ts';
import type { AgentEvent, AgentRequest } from '../../media/line/agent.ts';
import type { LineModels } from './models.ts';
import type { Occurrence } from './set.ts';
import { atLevel, hiss } from './sounds.ts';

/** How the reply reacted to a sound over it. Times are from the true onset of the sound, by its energy. */
export interface Outcome {
  readonly id: string;
  readonly kind: Occurrence['kind'];
  readonly speaker: string;
  readonly shouldCut: boolean;
  readonly cut: boolean;
  /** When the agent fell silent, permanently or for a moment. */
  readonly stopMs: number | undefined;
  readonly decisionMs: number | undefined;
  /** For each resumption, how much of the reply the caller missed (positive) or heard twice. */
  readonly seamsMs: readonly number[];
  readonly because: string;
  /** Whether the agent answered a sound that was not a turn. */
  readonly answered: boolean;
  readonly text: string;
}

/** The reply as played at the far end without any sound over it. */
export interface Reference {
  readonly samples: Float32Array;
}

const question = 'What are your opening hours?';
const replies = [
  'We are open from Monday to Friday between nine in the morning and six in the evening.',
  'On Saturdays we open at ten and close at two in the afternoon.',
  'On Sundays and on public holidays the practice is closed, and another dentist of the town is on duty.',
];
const frameSamples = 160;
const callerDbfs = -20;
const askAtMs = 1600;
/** Long enough for the question, its end of turn and the longest reply, including a resumption after a hold. */
export const sceneMs = 23_000;

function brain(request: AgentRequest): readonly AgentEvent[] {
  const text = request.input.kind === 'said' ? request.input.text : '';
  if (request.input.kind === 'opening') return [{ type: 'phrase', text: 'Bright Dental.' }];
  if (/open/i.test(text)) return replies.map((reply) => ({ type: 'phrase', text: reply }));
  return [{ type: 'phrase', text: 'All right.' }];
}

export interface Scene {
  readonly call: VirtualCall;
  readonly judge: (reference: Reference) => Outcome;
  readonly reference: () => Reference;
}

/** Plays a scene: a caller asks, the agent answers at length, and the occurrence happens meanwhile, if there is one. */
export async function stage(line: VirtualLine, models: LineModels, occurrence: Occurrence | undefined): Promise<Scene> {
  const asked = atLevel(await models.speak(question, occurrence?.speaker ?? 'daniel'), callerDbfs);
  const sound = occurrence === undefined ? undefined : await soundOf(occurrence, models);
  const noise = hiss(7, 2000, occurrence?.noiseDbfs ?? -70);
  const askedUntilMs = askAtMs + asked.length / 8;
  let replyMs: number | undefined;
  let onsetMs = Number.NaN;

  /** Finds the first sound of the answer that the caller hears. */
  function watchForReply(playout: Playout): void {
    if (replyMs !== undefined) return;
    const first = playout.audible.find(({ startSample }) => startSample / 8 > askedUntilMs);
    replyMs = first === undefined ? undefined : first.startSample / 8;
    if (replyMs !== undefined && occurrence !== undefined)
      onsetMs = replyMs + occurrence.offsetMs + (sound?.leadMs ?? 0);
  }

  const mix = (frame: Float32Array, clip: Float32Array, clipAtMs: number, atMs: number): void => {
    const shift = Math.round((atMs - clipAtMs) * 8);
    for (let i = Math.max(0, -shift); i < frame.length && i + shift < clip.length; i++)
      frame[i] = (frame[i] as number) + (clip[i + shift] as number);
  };

  const call = line.hold({
    agent: brain,
    caller(atMs, playout) {
      watchForReply(playout);
      const frame = Float32Array.from(
        { length: frameSamples },
        (_, i) => noise[(atMs * 8 + i) % noise.length] as number,
      );
      mix(frame, asked, askAtMs, atMs);
      if (sound !== undefined && replyMs !== undefined && sound.samples.length > 0)
        mix(frame, sound.samples, replyMs + (occurrence as Occurrence).offsetMs, atMs);
      if (occurrence?.sound.from === 'echo')
        echo(frame, playout.track(), atMs - occurrence.sound.delayMs, occurrence.sound.gainDb);
      return frame;
    },
  });

  const played = (): Float32Array => call.playout.track();
  return {
    call,
    reference: () => ({ samples: played().subarray(Math.round((replyMs ?? 0) * 8)) }),
    judge(reference) {
      const o = occurrence as Occurrence;
      const startMs = replyMs ?? Number.NaN;
      const fromMs = o.sound.from === 'echo' ? startMs : onsetMs;
      const after = call.events.filter((event) => event.atMs > fromMs);
      const barge = after.find((event) => event.type === 'barge_in');
      const pass = after.find((event) => event.type === 'backchannel');
      const clears = call.playout.clearsMs.filter((ms) => ms > fromMs);
      const decided = barge?.atMs ?? (pass?.type === 'backchannel' ? pass.decidedMs : undefined);
      const stopMs = clears[0] === undefined ? undefined : clears[0] - fromMs;
      return {
        id: o.id,
        kind: o.kind,
        speaker: o.speaker,
        shouldCut: o.cuts,
        cut: barge !== undefined,
        stopMs,
        decisionMs: decided === undefined ? undefined : decided - fromMs,
        seamsMs: barge === undefined ? seams(played(), reference.samples, startMs, clears) : [],
        because: pass?.type === 'backchannel' ? pass.because : '',
        // A brain request may belong to a discarded speculative reply.
        answered: !o.cuts && linesOf(call).length > 1,
        text: textOf(o, call),
      };
    },
  };
}

/** Lines attributed to the caller, including the question. */
const linesOf = ({ events }: VirtualCall) =>
  events.filter((event) => event.type === 'line' && event.line.speaker === 'customer');

function textOf(o: Occurrence, call: VirtualCall): string {
  const said = o.sound.from === 'speech' ? o.sound.text : '';
  const heard = call.events.flatMap((event) => {
    if (event.type === 'backchannel') return [`(${event.text})`];
    return event.type === 'line' && event.line.speaker === 'customer' ? [event.line.text] : [];
  });
  return `${said} => ${heard.slice(1).join(' / ')}`;
}

async function soundOf(o: Occurrence, models: LineModels): Promise<{ samples: Float32Array; leadMs: number }> {
  if (o.sound.from === 'echo') return { samples: new Float32Array(0), leadMs: 0 };
  const samples =
    o.sound.from === 'samples'
      ? o.sound.make()
      : atLevel(await models.speak(o.sound.text, o.sound.speaker, o.sound.pace), o.sound.levelDbfs);
  return { samples, leadMs: onsetOf(samples) };
}

/** Returns the first 10 ms within 35 dB of the loudest, in milliseconds. */
function onsetOf(samples: Float32Array): number {
  const levels: number[] = [];
  for (let at = 0; at + 80 <= samples.length; at += 80)
    levels.push(samples.subarray(at, at + 80).reduce((sum, x) => sum + x * x, 0));
  const least = Math.max(...levels) / 10 ** 3.5;
  return (
    10 *
    Math.max(
      0,
      levels.findIndex((level) => level >= least),
    )
  );
}

function echo(frame: Float32Array, track: Float32Array, fromMs: number, gainDb: number): void {
  const gain = 10 ** (gainDb / 20);
  const from = Math.round(fromMs * 8);
  for (let i = 0; i < frame.length; i++) frame[i] = (frame[i] as number) + gain * (track[from + i] ?? 0);
}

/**
 * Returns, for each stretch after a silence, its offset from where the previous one ended, compared with the
 * uninterrupted reply.
 */
function seams(track: Float32Array, reference: Float32Array, startMs: number, clearsMs: readonly number[]): number[] {
  const found: number[] = [];
  let from = Math.round(startMs * 8);
  let source = 0;
  for (const clearMs of clearsMs) {
    const clear = Math.round(clearMs * 8);
    source += clear - from;
    let back = clear;
    while (back < track.length && track[back] === 0) back += 1;
    if (back >= track.length) return [...found, Number.NaN];
    const lag = bestLag(track.subarray(back + 240, back + 4240), reference, source + 240);
    found.push(lag / 8);
    from = back;
    source += lag;
  }
  return found;
}

const mostLag = 1600;

/** Returns how many samples later than expected the stretch occurs in the reference. */
function bestLag(stretch: Float32Array, reference: Float32Array, expected: number): number {
  let best = { lag: Number.NaN, score: 0.5 };
  for (let lag = -mostLag; lag <= mostLag; lag++) {
    let [cross, a, b] = [0, 0, 0];
    for (let i = 0; i < stretch.length; i += 2) {
      const x = stretch[i] as number;
      const y = reference[expected + lag + i] ?? 0;
      cross += x * y;
      a += x * x;
      b += y * y;
    }
    const score = a > 0 && b > 0 ? cross / Math.sqrt(a * b) : 0;
    if (score > best.score) best = { lag, score };
  }
  return best.lag;
}
