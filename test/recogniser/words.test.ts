import { describe, expect, it } from 'vitest';
import type { Decoded } from '../../media/recogniser/decoder.ts';
import { isGuess, isSilent, loudestDbfs, loudSpan } from '../../media/recogniser/speechless.ts';
import { createVocabulary } from '../../media/recogniser/vocabulary.ts';
import { tokenStarts } from '../../media/recogniser/word-timing.ts';
import { wordsOf } from '../../media/recogniser/words.ts';

/** GPT-2's letters: U+0120 is a space, U+00C3 U+00A9 the bytes of an e with an acute accent. */
const vocabulary = createVocabulary({
  '\u0120Hello': 0,
  '\u0120wor': 1,
  ld: 2,
  '.': 3,
  '\u0120caf': 4,
  '\u00c3': 5,
  '\u00a9': 6,
  '<|end|>': 7,
});

const decoded = (tokens: number[], probabilities: number[], noSpeech = 0): Decoded => ({
  tokens,
  probabilities,
  noSpeech,
  ended: true,
  alignment: [],
  likely: [],
  steps: 1,
});

describe('the vocabulary', () => {
  it('joins bytes across tokens and drops special tokens', () => {
    expect(vocabulary.text([0, 1, 2, 3, 4, 5, 6, 7])).toBe(' Hello world. caf\u00e9');
    expect([0, 1, 2, 3].map(vocabulary.beginsWord)).toEqual([true, true, false, false]);
  });
});

it('encodes text by merging pairs in order, within words', () => {
  const small = createVocabulary({ a: 0, b: 1, c: 2, '\u0120': 3, '.': 4, bc: 5, ab: 6, '\u0120ab': 7 });
  expect(small.tokens(['abc', 'ab ab.', ''])).toEqual([[0, 5], [6, 7, 4], []]);
});

describe('words', () => {
  it('are grouped from tokens, with mean confidence and, without better data, equal shares of time', () => {
    const words = wordsOf({
      decoded: decoded([0, 1, 2, 3], [0.8, 0.5, 0.5, 0.125, 1]),
      vocabulary,
      alignmentHeads: 0,
      headWidth: 64,
      spanMs: { startMs: 200, endMs: 1000 },
    });
    expect(words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['Hello', 200, 400],
      ['world.', 400, 1000],
    ]);
    expect(words[0]!.confidence).toBeCloseTo(0.8);
    expect(words[1]!.confidence).toBeCloseTo(Math.cbrt(0.5 * 0.5 * 0.125));
  });

  it('begin where the alignment heads look', () => {
    const looks = [5, 20, 21, 30, 45].map((centre) => {
      const head = Float32Array.from({ length: 50 }, (_, c) => -((c - centre) ** 2));
      return Float32Array.from([...head, ...head]);
    });
    const starts = tokenStarts(looks, 2, 1);
    expect([...starts]).toEqual([...starts].sort((a, b) => a - b));
    expect(Math.abs(starts[1]! - 13)).toBeLessThanOrEqual(6);
    expect(Math.abs(starts[4]! - 38)).toBeLessThanOrEqual(6);
  });
});

describe('audio without words', () => {
  it('is digital silence and line noise, not quiet speech', () => {
    const tone = (level: number) => Float32Array.from({ length: 8000 }, (_, i) => level * Math.sin(i));
    expect(loudestDbfs(new Float32Array(8000), 8000)).toBe(-100);
    expect(loudestDbfs(tone(1), 8000)).toBeCloseTo(-3, 0);
    expect(isSilent(tone(0.001), 8000)).toBe(true);
    expect(isSilent(tone(0.01), 8000)).toBe(false);
    expect(isSilent(new Float32Array(0), 8000)).toBe(true);
  });

  it('surrounds the speech', () => {
    const samples = Float32Array.from({ length: 8000 }, (_, i) => (i > 1600 && i < 4000 ? 0.2 : 0.0005) * Math.sin(i));
    expect(loudSpan(samples, 8000)).toEqual({ startMs: 200, endMs: 500 });
    expect(loudSpan(new Float32Array(0), 8000)).toEqual({ startMs: 0, endMs: 0 });
  });

  it('is what the model itself doubts', () => {
    expect(isGuess(decoded([], [], 0))).toBe(true);
    expect(isGuess(decoded([0], [0.9, 0.9], 0.9))).toBe(false);
    expect(isGuess(decoded([0], [0.3, 0.3], 0.9))).toBe(true);
    expect(isGuess(decoded([0, 1], [0.2, 0.2, 0.2], 0.3))).toBe(true);
    expect(isGuess(decoded([0, 1], [0.2, 0.2, 0.2], 0.05))).toBe(false);
  });
});
