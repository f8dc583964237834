import type { SpokenWord } from '../line/speech.ts';
import type { Envelope } from './envelope.ts';
import { lengthOf } from './phonemes/symbols.ts';
import { frameMs } from './spectral-frames.ts';
import type { Reading, SpokenToken } from './spoken-token.ts';

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Weight of a pause within a sentence, in units of `lengthOf`. */
const markLength = 3;
/** Weight of the gap between two words. */
const stepLength = 0.3;

const weigh = (token: SpokenToken, sound: string): number =>
  token.kind === 'mark' ? markLength : sound === '' ? 0 : lengthOf(sound) + stepLength;

/** Returns the total weight of tokens, proportional to their duration. */
export const weightOf = (tokens: readonly SpokenToken[], sounds: readonly string[]): number =>
  tokens.reduce((sum, token, i) => sum + weigh(token, sounds[i] as string), 0);

/**
 * Returns the time of each token of a clause, relative to the clause's first sample. If the number of pauses in the
 * sound equals the number of marks in the text, each part between marks is fitted into its own stretch of sound.
 */
export function timeTokens(tokens: readonly SpokenToken[], sounds: readonly string[], envelope: Envelope): Span[] {
  const origin = envelope.startFrame;
  const toMs = (frame: number): number => (frame - origin) * frameMs;
  const parts = partsBetweenMarks(tokens, sounds);
  const stretches =
    parts.length === envelope.spans.length
      ? envelope.spans.map((span) => ({ startMs: toMs(span.startFrame), endMs: toMs(span.endFrame) }))
      : [{ startMs: 0, endMs: toMs(envelope.endFrame) }];
  const groups = stretches.length === parts.length ? parts : [{ from: 0, to: parts.at(-1)?.to ?? 0 }];
  const spans: Span[] = [];
  groups.forEach((group, i) => {
    const stretch = stretches[i] as Span;
    layInto(stretch, tokens.slice(group.from, group.to), sounds.slice(group.from, group.to), spans);
  });
  const end = spans.at(-1)?.endMs ?? 0;
  while (spans.length < tokens.length) spans.push({ startMs: end, endMs: end });
  return spans;
}

/** Returns the same from the model's symbol durations. Silence at either end of the clause is excluded. */
export function readTimes(
  places: readonly { readonly from: number; readonly to: number }[],
  symbolFrames: Float32Array,
  { startFrame, endFrame }: Envelope,
): Span[] {
  const toMs = (symbol: number): number =>
    (Math.min(Math.max(symbolFrames[symbol] as number, startFrame), endFrame) - startFrame) * frameMs;
  return places.map(({ from, to }) => ({ startMs: toMs(from), endMs: toMs(to) }));
}

/** Each part includes its preceding marks; marks after the last word are left over. */
function partsBetweenMarks(
  tokens: readonly SpokenToken[],
  sounds: readonly string[],
): { readonly from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let afterMark = true;
  tokens.forEach((token, i) => {
    if (token.kind === 'mark') {
      afterMark = true;
    } else if (sounds[i] !== '') {
      if (afterMark) parts.push({ from: parts.at(-1)?.to ?? 0, to: i + 1 });
      (parts.at(-1) as { to: number }).to = i + 1;
      afterMark = false;
    }
  });
  return parts;
}

function layInto(stretch: Span, tokens: readonly SpokenToken[], sounds: readonly string[], into: Span[]): void {
  const leading = tokens.findIndex((token) => token.kind !== 'mark');
  const weights = tokens.map((token, i) => (i < leading ? 0 : weigh(token, sounds[i] as string)));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  let done = 0;
  for (const weight of weights) {
    const startMs = stretch.startMs + ((stretch.endMs - stretch.startMs) * done) / total;
    done += weight;
    into.push({ startMs, endMs: stretch.startMs + ((stretch.endMs - stretch.startMs) * done) / total });
  }
}

/** Returns the times of the written words. If a reading covers several words, its time is divided by length. */
export function timeWords(text: string, readings: readonly Reading[], tokenSpans: readonly Span[]): SpokenWord[] {
  const heard: { start: number; end: number; span: Span }[] = [];
  let token = 0;
  for (const reading of readings) {
    const spans = reading.tokens.flatMap((spoken, i) => (spoken.kind === 'mark' ? [] : (tokenSpans[token + i] ?? [])));
    token += reading.tokens.length;
    const [first, last] = [spans[0], spans.at(-1)];
    if (first === undefined || last === undefined) continue;
    heard.push({ start: reading.start, end: reading.end, span: { startMs: first.startMs, endMs: last.endMs } });
  }
  let beforeMs = 0;
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const over = heard.filter(({ start, end }) => start < index + word.length && end > index);
    const [first, last] = [over[0], over.at(-1)];
    if (first === undefined || last === undefined) return { text: word, startMs: beforeMs, endMs: beforeMs };
    const startMs = timeAt(first, index);
    const endMs = Math.max(startMs, timeAt(last, index + word.length));
    beforeMs = endMs;
    return { text: word, startMs: Math.round(startMs), endMs: Math.round(endMs) };
  });
}

function timeAt({ start, end, span }: { start: number; end: number; span: Span }, offset: number): number {
  const share = Math.min(Math.max((offset - start) / (end - start), 0), 1);
  return span.startMs + (span.endMs - span.startMs) * share;
}
