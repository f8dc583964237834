import { describe, expect, it } from 'vitest';
import { soundOf, unlikeness } from '../../media/text/sounds-like.ts';
import { embeddedPhrases } from './judges.ts';

const { soundsLikeInterruption } = embeddedPhrases;

const between = (a: string, b: string): number => unlikeness(soundOf(a), soundOf(b));

describe('the sound of a text', () => {
  it('ignores differences that English listeners do not hear', () => {
    expect(soundOf('Theek hai')).toBe(soundOf('Teek hey.'));
    expect(soundOf('Kitne baje')).toBe(soundOf('Kitneh bajai.'));
    expect(soundOf('...')).toBe('');
  });

  it('differs more the more letters differ, symmetrically', () => {
    const phrase = 'phir se boliye';
    const order = ['Phir se boliye.', 'Here, say boliye.', 'Fear safe only.', 'What time?'];
    const distances = order.map((text) => between(phrase, text));
    expect(distances[0]).toBe(0);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(new Set(distances).size).toBe(4);
    for (const [i, text] of order.entries()) expect(between(text, phrase)).toBeCloseTo(distances[i] as number, 10);
    expect(unlikeness('', '')).toBe(0);
    expect(unlikeness('', 'pt')).toBeCloseTo(0.8, 10);
  });
});

it.each(['First, they bowl yay.', 'Bun karo.', 'Kitneh bajai.', 'Go let hey.', 'Mu jai kooch pooch, no hei.'])(
  '%s sounds like an interruption in Hindi',
  (text) => {
    expect(soundsLikeInterruption(text)).toBe(true);
  },
);

it.each([
  'Tikhai tikhai.',
  'Shihan ji kul.',
  'Danyavad.',
  'Achha, I think.',
  'K.',
  '',
  'What a lovely day it is today.',
])('%s does not', (text) => {
  expect(soundsLikeInterruption(text)).toBe(false);
});
