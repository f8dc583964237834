import { describe, expect, it } from 'vitest';
import { splitClauses } from '../../media/synthesiser/clause.ts';
import { createClipCache } from '../../media/synthesiser/clip-cache.ts';
import { fadeIn, fadeOut, gainFor, level } from '../../media/synthesiser/loudness.ts';
import { normalise } from '../../media/synthesiser/normalise/normalise.ts';
import { say } from '../../media/synthesiser/normalise/rule.ts';
import { pauseAfterMs } from '../../media/synthesiser/pause.ts';
import { timeTokens, timeWords } from '../../media/synthesiser/timing.ts';

const envelope = (...spans: readonly [number, number][]) => ({
  startFrame: spans[0]?.[0] ?? 0,
  endFrame: spans.at(-1)?.[1] ?? 0,
  rms: 0.1,
  spans: spans.map(([startFrame, endFrame]) => ({ startFrame, endFrame })),
});

describe('the times of tokens', () => {
  it('follow the stretches of sound between punctuation', () => {
    const spans = timeTokens(say('aa, bb bb.'), ['ˈA', ',', 'ˈA', 'ˈA', '.'], envelope([10, 30], [50, 90]));
    expect(spans[0]?.startMs).toBe(0);
    expect(spans[0]?.endMs).toBeCloseTo(250);
    expect(spans[2]?.startMs).toBe(500);
    expect(spans[3]?.startMs).toBeCloseTo(750);
    expect(spans[3]?.endMs).toBe(1000);
    expect(spans).toHaveLength(5);
  });

  it('are shared by length if pauses and punctuation do not agree', () => {
    const spans = timeTokens(say('aa, bb'), ['ˈA', ',', 'ˈA'], envelope([0, 100]));
    expect(spans[0]?.startMs).toBe(0);
    expect(spans[2]?.endMs).toBeCloseTo(1250);
    expect(spans[1]!.endMs - spans[1]!.startMs).toBeGreaterThan(100);
  });
});

describe('the times of written words', () => {
  const read = (text: string) => normalise(text, { isWord: () => false });
  const spansFor = (text: string) =>
    read(text)
      .flatMap(({ tokens }) => tokens)
      .map((_, i) => ({ startMs: i * 100, endMs: i * 100 + 100 }));

  it('contain every word of the text once, in order', () => {
    const text = 'Pay $12.50 on Nov 21 😀, please!';
    const words = timeWords(text, read(text), spansFor(text));
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    for (const [i, word] of words.entries()) {
      expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
      expect(word.startMs).toBeGreaterThanOrEqual(words[i - 1]?.startMs ?? 0);
    }
  });

  it('give a number the time of all its words', () => {
    const words = timeWords('Pay $12.50 now', read('Pay $12.50 now'), spansFor('Pay $12.50 now'));
    // Pay | twelve dollars and fifty cents | now
    expect(words).toEqual([
      { text: 'Pay', startMs: 0, endMs: 100 },
      { text: '$12.50', startMs: 100, endMs: 600 },
      { text: 'now', startMs: 600, endMs: 700 },
    ]);
  });

  it('are shared among words spoken together', () => {
    const words = timeWords(
      'Nov 21',
      read('Nov 21'),
      [0, 100, 200].map((startMs) => ({ startMs, endMs: startMs + 100 })),
    );
    expect(words[0]).toEqual({ text: 'Nov', startMs: 0, endMs: 150 });
    expect(words[1]).toEqual({ text: '21', startMs: 200, endMs: 300 });
  });
});

describe('splitting a text', () => {
  const cut = (text: string, symbols = 6) => {
    const tokens = say(text);
    const sounds = tokens.map((token) => (token.kind === 'mark' ? token.text : 'x'.repeat(symbols)));
    return splitClauses(tokens, sounds).map(({ from, to }) =>
      tokens
        .slice(from, to)
        .map((token) => token.text)
        .join(' '),
    );
  };

  it('splits at sentence ends', () => {
    expect(cut('One two. Three? Four')).toEqual(['One two .', 'Three ?', 'Four']);
  });

  it('lets the first sound of a long sentence come early, at a comma', () => {
    const long = 'a b c d e, f g h i j, k l m n o p, q r s t';
    expect(cut(long)[0]).toBe('a b c d e , f g h i j ,');
  });

  it('never exceeds the model’s limit, with or without punctuation', () => {
    for (const clause of cut('word '.repeat(300))) expect(clause.split(' ').length * 7).toBeLessThanOrEqual(240);
  });

  it('returns nothing for text without speech', () => {
    expect(cut('')).toEqual([]);
    expect(cut('... ! ?')).toEqual([]);
  });

  it('loses no audible token', () => {
    const text = Array.from(
      { length: 200 },
      (_, i) => `w${i}${i % 13 === 0 ? ',' : ''}${i % 57 === 0 ? '.' : ''}`,
    ).join(' ');
    expect(cut(text).join(' ').match(/w\d+/g)).toEqual(text.match(/w\d+/g));
  });
});

describe('pauses between clauses', () => {
  it('are long after sentences, short inside', () => {
    const pause = (text: string, continues = false) => pauseAfterMs({ text, continues });
    expect(pause('Yes.')).toBe(180);
    expect(pause('Is it?')).toBeGreaterThan(pause('Yes.'));
    expect(pause('Yes')).toBe(pause('Yes.'));
    expect(pause('Sure,', true)).toBeLessThan(pause('Sure.'));
    expect(pause('and then', true)).toBeLessThan(pause('Sure,', true));
  });
});

describe('levels', () => {
  it('are unchanged below the knee and never reach full scale', () => {
    const samples = Float32Array.from([0.01, -0.02, 0.5, -3]);
    level(samples, 2);
    expect(samples[0]).toBeCloseTo(0.02);
    expect(samples[1]).toBeCloseTo(-0.04);
    expect(samples[2]).toBeGreaterThan(0.6);
    expect(samples[3]).toBeGreaterThanOrEqual(-0.951);
    expect(samples[3]).toBeLessThan(samples[2]! * -1);
  });

  it('of speech become -20 dBFS, of silence nothing', () => {
    expect(gainFor(0.05)).toBeCloseTo(2);
    expect(gainFor(0)).toBe(1);
    expect(gainFor(1e-9)).toBe(10);
  });

  it('fade from and to silence', () => {
    const samples = new Float32Array(100).fill(1);
    fadeIn(samples, 20);
    fadeOut(samples, 20);
    expect(samples[0]).toBe(0);
    expect(samples[99]).toBe(0);
    expect(samples[50]).toBe(1);
    expect(samples[10]).toBeCloseTo(0.5);
  });
});

describe('the clip cache', () => {
  const clip = (samples: number) => ({ samples: new Float32Array(samples), words: [] });

  it('keeps recent clips within its limit', () => {
    const cache = createClipCache(10_000);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, clip(600));
    expect(cache.get('a')).toBeDefined();
    cache.set('e', clip(600));
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
    expect(cache.calculatedSize).toBeLessThanOrEqual(10_000);
  });

  it('counts a replaced clip once and skips one that is too large', () => {
    const cache = createClipCache(10_000);
    cache.set('a', clip(500));
    const bytes = cache.calculatedSize;
    cache.set('a', clip(500));
    expect(cache.calculatedSize).toBe(bytes);
    cache.set('b', clip(5000));
    expect(cache.get('b')).toBeUndefined();
    cache.set('a', clip(5000));
    expect(cache.calculatedSize).toBe(0);
  });

  it('keeps nothing without room', () => {
    const cache = createClipCache(0);
    cache.set('a', clip(1));
    expect(cache.get('a')).toBeUndefined();
  });
});
