import type { Span } from './audible.ts';
import type { SaidClip } from './far-line.ts';
import type { Gap } from './gaps.ts';

/** One of the caller's lines as spoken, with its intended effect. */
export interface SaidLine {
  readonly label: string;
  readonly kind: 'turn' | 'barge_in';
  readonly place: SaidClip;
  /** True if the agent had not finished, or not answered, within the time limit. */
  readonly waitTimedOut: boolean;
}

export interface MeasureInput {
  readonly rateHz: number;
  readonly lines: readonly SaidLine[];
  /** Spans in which the agent was audible. */
  readonly audible: readonly Span[];
  readonly clearsMs: readonly number[];
  /** Silences in the far end's playout: inside phrases, and between them (`pauses`). */
  readonly underruns: readonly Gap[];
  readonly pauses: readonly Gap[];
  /** End of the recording. */
  readonly endMs: number;
}

export interface BargeInMeasure {
  /**
   * From the caller's first speech sample to the agent's last audible one. Undefined if the agent was already silent.
   */
  readonly stopMs: number | undefined;
  /** From the same sample to the server's clear. Undefined if none arrived while the caller spoke. */
  readonly clearMs: number | undefined;
  /** The agent stopped on request, ran out of text, continued until the caller had finished, or was already silent. */
  readonly outcome: 'stopped' | 'ran_out' | 'talked_on' | 'was_silent';
}

export interface TurnMeasure {
  readonly label: string;
  readonly kind: 'turn' | 'barge_in';
  /** True bounds of the caller's speech, milliseconds on the call's sample clock. */
  readonly speechStartMs: number;
  readonly speechEndMs: number;
  /**
   * From the true end of speech to the first audible sample of the answer. Undefined without an answer, or after a
   * cut-in.
   */
  readonly latencyMs: number | undefined;
  /** True if the agent began to speak before the caller had finished. */
  readonly cutIn: boolean;
  /** True if the agent was speaking as the caller began; latency and cut-in are then undefined. */
  readonly collision: boolean;
  readonly bargeIn: BargeInMeasure | undefined;
  readonly underruns: number;
  /** Longest silence between two phrases of the answer. */
  readonly longestPauseMs: number;
}

/** An agent that begins within this time after the caller cannot have reacted to the caller. */
const collisionMs = 200;
/** The agent counts as stopped after this much silence. */
const stopMs = 250;

/** Measures what happened around each of the caller's lines, from the two tracks alone. */
export function measureTurns(input: MeasureInput): readonly TurnMeasure[] {
  return input.lines.map((line, index) => {
    const next = input.lines[index + 1];
    const untilMs = next === undefined ? input.endMs : msOf(input, next.place.speech.startSample);
    return measureTurn(input, line, untilMs);
  });
}

const msOf = (input: MeasureInput, sample: number): number => (sample * 1000) / input.rateHz;

function measureTurn(input: MeasureInput, line: SaidLine, untilMs: number): TurnMeasure {
  const startMs = msOf(input, line.place.speech.startSample);
  const endMs = msOf(input, line.place.speech.endSample);
  const spans = input.audible.map((span) => ({
    fromMs: msOf(input, span.startSample),
    toMs: msOf(input, span.endSample),
  }));
  const bargeIn = line.kind === 'barge_in' ? measureBargeIn(input, spans, { startMs, endMs }) : undefined;
  const silentFromMs = startMs + (bargeIn?.stopMs ?? 0);
  const during = spans.filter((span) => span.fromMs >= silentFromMs && span.fromMs < endMs);
  const overlap = bargeIn === undefined && spans.some((span) => span.fromMs < startMs && span.toMs > startMs);
  const collision = overlap || (bargeIn === undefined && during.some((span) => span.fromMs < startMs + collisionMs));
  const cutIn = !collision && during.length > 0;
  const answer = spans.find((span) => span.fromMs >= endMs && span.fromMs < untilMs);
  const spokeOver = cutIn || collision || bargeIn?.outcome === 'talked_on';
  const within = (gap: Gap): boolean => answer !== undefined && gap.atMs >= answer.fromMs && gap.atMs < untilMs;
  return {
    label: line.label,
    kind: line.kind,
    speechStartMs: startMs,
    speechEndMs: endMs,
    latencyMs: answer === undefined || spokeOver ? undefined : answer.fromMs - endMs,
    cutIn,
    collision,
    bargeIn,
    underruns: input.underruns.filter(within).length,
    longestPauseMs: input.pauses
      .filter((gap) => within(gap) && gap.atMs + gap.gapMs < untilMs)
      .reduce((most, gap) => Math.max(most, gap.gapMs), 0),
  };
}

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

function measureBargeIn(
  input: MeasureInput,
  spans: readonly Stretch[],
  speech: { startMs: number; endMs: number },
): BargeInMeasure {
  const { startMs, endMs } = speech;
  const clearAtMs = input.clearsMs.find((atMs) => atMs >= startMs && atMs < endMs + stopMs);
  const clearMs = clearAtMs === undefined ? undefined : clearAtMs - startMs;
  const index = spans.findIndex((span) => span.toMs > startMs);
  let current = index === -1 ? undefined : spans[index];
  // Audible again soon after: the agent only paused between words.
  if (current === undefined || current.fromMs > startMs + stopMs) {
    return { stopMs: undefined, clearMs, outcome: 'was_silent' };
  }
  for (const span of spans.slice(index + 1)) {
    const stopped = clearAtMs !== undefined && current.toMs >= clearAtMs - 1;
    if (stopped || span.fromMs - current.toMs >= stopMs) break;
    current = span;
  }
  const lastMs = current.toMs;
  const outcome = lastMs >= endMs ? 'talked_on' : clearAtMs === undefined ? 'ran_out' : 'stopped';
  return { stopMs: lastMs - startMs, clearMs, outcome };
}
