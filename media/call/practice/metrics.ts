import type { CallRecord, SaidLine, Span, TurnMeasure } from '../../emulator/index.ts';
import { measureTurns } from '../../emulator/measure.ts';
import { wordErrors } from '../../text/word-error.ts';
import { entitiesRecognised } from './entities.ts';

/** A line of the customer on the call's sample clock. */
export interface SpokenLine {
  readonly kind: 'turn' | 'interruption' | 'backchannel';
  /** The intended words. */
  readonly text: string;
  readonly line: SaidLine;
}

/** Metrics of a voice run, from the samples of both tracks; times in ms. */
export interface VoiceMetrics {
  readonly duration_ms: number;
  /** From the customer's last sample to the agent's first. */
  readonly response_latency_ms: Distribution | null;
  /** From an interruption's first sample to the agent's last; only interruptions that stopped the agent. */
  readonly yield_ms: Distribution | null;
  readonly interruptions: number;
  /** Interruptions that did not stop the agent. */
  readonly talked_over: number;
  readonly backchannels: number;
  /** Backchannels that stopped the agent. */
  readonly false_stops: number;
  /** Times the agent began while the customer was still speaking. */
  readonly cut_ins: number;
  /** Time in which both spoke. */
  readonly overlap_ms: number;
  /** Sum of the silences of both that exceed two seconds. */
  readonly dead_air_ms: number;
  readonly longest_silence_ms: number;
  /** Agent's share of all speech, 0 to 1; null without speech. */
  readonly talk_ratio: number | null;
  /** Word edits between what was said and what the agent recognised, divided by the words said; null without words. */
  readonly word_error_rate: number | null;
  /**
   * `key_entities`: names, numbers and dates that the customer was to say. `key_entity_accuracy`: share that the agent
   * recognised.
   */
  readonly key_entities: number;
  readonly key_entity_accuracy: number | null;
}

export interface Distribution {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Shorter silences are pauses for thought. */
const deadAirMs = 2000;

export function voiceMetrics(
  record: CallRecord,
  lines: readonly SpokenLine[],
  recognised: readonly string[],
): VoiceMetrics {
  const { rateHz } = record.format;
  const ms = ({ startSample, endSample }: Span): Stretch => ({
    fromMs: (startSample * 1000) / rateHz,
    toMs: (endSample * 1000) / rateHz,
  });
  const { audible, clearsMs, underruns, pauses } = record.playout;
  const durationMs = (record.agent.length * 1000) / rateHz;
  const measure = (some: readonly SpokenLine[]): readonly TurnMeasure[] =>
    measureTurns({
      rateHz,
      audible,
      clearsMs,
      underruns,
      pauses,
      lines: some.map(({ line }) => line),
      endMs: durationMs,
    });
  const spoken = lines.filter(({ kind }) => kind !== 'backchannel');
  const turns = measure(spoken);
  const nods = measure(lines.filter(({ kind }) => kind === 'backchannel'));
  const outcomes = turns.flatMap(({ bargeIn }) => (bargeIn === undefined ? [] : [bargeIn]));
  const agent = audible.map(ms);
  const customer = lines.map(({ line }) => ms(line.place.speech));
  const silences = silencesOf([...agent, ...customer], durationMs);
  const intended = spoken.map(({ text }) => grouped(text));
  const entities = entitiesRecognised(intended, grouped(recognised.join(' ')));
  const agentMs = lengthOf(agent);
  const customerMs = lengthOf(customer);
  return {
    duration_ms: Math.round(durationMs),
    response_latency_ms: distribution(turns.flatMap(({ latencyMs }) => latencyMs ?? [])),
    yield_ms: distribution(
      outcomes.flatMap(({ stopMs, outcome }) => (outcome === 'stopped' && stopMs !== undefined ? [stopMs] : [])),
    ),
    interruptions: outcomes.length,
    talked_over: outcomes.filter(({ outcome }) => outcome === 'talked_on').length,
    backchannels: nods.length,
    false_stops: nods.filter(({ bargeIn }) => bargeIn?.outcome === 'stopped').length,
    cut_ins: turns.filter(({ cutIn }) => cutIn).length,
    overlap_ms: Math.round(overlapOf(agent, customer)),
    dead_air_ms: Math.round(
      silences.filter((silence) => silence > deadAirMs).reduce((sum, silenceMs) => sum + silenceMs, 0),
    ),
    longest_silence_ms: Math.round(Math.max(0, ...silences)),
    talk_ratio: agentMs + customerMs === 0 ? null : Math.round((1000 * agentMs) / (agentMs + customerMs)) / 1000,
    word_error_rate: wordErrorRate(spoken.map(({ text }) => text).join(' '), recognised.join(' ')),
    key_entities: entities.said,
    key_entity_accuracy: entities.said === 0 ? null : Math.round((1000 * entities.recognised) / entities.said) / 1000,
  };
}

function distribution(values: readonly number[]): Distribution | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number);
  return { count: sorted.length, median: at(0.5), p95: at(0.95), max: at(1) };
}

const lengthOf = (spans: readonly Stretch[]): number => spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);

const overlapOf = (some: readonly Stretch[], others: readonly Stretch[]): number =>
  some
    .flatMap((stretch) =>
      others.map((other) => Math.min(stretch.toMs, other.toMs) - Math.max(stretch.fromMs, other.fromMs)),
    )
    .reduce((sum, shared) => sum + Math.max(0, shared), 0);

/** Returns the silences between the speech of either side, from the first word on. */
function silencesOf(spans: readonly Stretch[], endMs: number): number[] {
  const sorted = [...spans].sort((a, b) => a.fromMs - b.fromMs);
  const gaps: number[] = [];
  let quietFromMs = sorted[0]?.fromMs ?? endMs;
  for (const { fromMs, toMs } of sorted) {
    if (fromMs > quietFromMs) gaps.push(fromMs - quietFromMs);
    quietFromMs = Math.max(quietFromMs, toMs);
  }
  return gaps;
}

/**
 * Returns word edits divided by the words of `said`; null if nothing was said. Grouped digits are one number, however
 * grouped.
 */
export function wordErrorRate(text: string, heard: string): number | null {
  const { errors, words } = wordErrors(grouped(text), grouped(heard));
  return words === 0 ? null : Math.round((1000 * errors) / words) / 1000;
}

const grouped = (text: string): string => text.replaceAll(/(?<=\b\d{3}) (?=\d{3,4}\b)/g, '-');
