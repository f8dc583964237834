import type { Word } from '../line/speech.ts';
import type { Decoded } from './decoder.ts';
import type { Vocabulary } from './vocabulary.ts';
import { columnMs, tokenStarts } from './word-timing.ts';

export interface WordsOptions {
  readonly decoded: Decoded;
  readonly vocabulary: Vocabulary;
  readonly alignmentHeads: number;
  readonly headWidth: number;
  /** Span in which the audio is loud enough for speech. No word lies outside. */
  readonly spanMs: SpanMs;
}

interface SpanMs {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Groups tokens into words. Times come from the alignment heads if the model has them; otherwise each token has an
 * equal share of the audio. A word's confidence is the geometric mean of its tokens' probabilities.
 */
export function wordsOf(options: WordsOptions): Word[] {
  const { decoded, vocabulary, spanMs } = options;
  const inSpan = (ms: number): number => Math.min(Math.max(ms, spanMs.startMs), spanMs.endMs);
  const startsMs = tokenTimes(options);
  const words: Word[] = [];
  for (const group of groupTokens(decoded.tokens, vocabulary)) {
    const text = vocabulary.text(decoded.tokens.slice(group.from, group.to)).trim();
    if (text === '') continue;
    const startMs = inSpan(startsMs[group.from]!);
    const endMs = Math.max(startMs, inSpan(startsMs[group.to]!));
    const logs = decoded.probabilities.slice(group.from, group.to).map((p) => Math.log(Math.max(p, 1e-9)));
    const confidence = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
    words.push({ text, startMs, endMs, confidence });
  }
  return words;
}

/** Returns the start of each token in ms, followed by the end of the last one. */
function tokenTimes({ decoded, alignmentHeads, headWidth, spanMs }: WordsOptions): readonly number[] {
  const count = decoded.tokens.length;
  if (decoded.alignment.length === count + 1) {
    return tokenStarts(decoded.alignment, alignmentHeads, headWidth).map((column) => column * columnMs);
  }
  const tokenMs = (spanMs.endMs - spanMs.startMs) / Math.max(1, count);
  return Array.from({ length: count + 1 }, (_, i) => spanMs.startMs + i * tokenMs);
}

interface Group {
  readonly from: number;
  readonly to: number;
}

/** Returns the tokens of each word, as ranges. */
export function groupTokens(tokens: readonly number[], vocabulary: Vocabulary): Group[] {
  const starts = tokens.flatMap((token, i) => (i === 0 || vocabulary.beginsWord(token) ? [i] : []));
  return starts.map((from, i) => ({ from, to: starts[i + 1] ?? tokens.length }));
}
