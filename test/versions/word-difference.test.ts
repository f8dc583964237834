import { describe, expect, test } from 'vitest';
import { differenceOf } from '../../src/versions/difference.ts';
import { wordDifference } from '../../src/versions/word-difference.ts';

const words = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(' ');

describe('a difference of two texts', () => {
  test.each([
    ['a changed word', 'We open at nine.', 'We open at ten.'],
    ['a first text', '', 'A first prompt.'],
    ['a deleted text', 'A prompt that is deleted.', ''],
    ['Hindi', 'Namaste नमस्ते दुनिया', 'Namaste नमस्कार दुनिया'],
    ['other blanks', 'two  blanks\nand a line', 'two blanks\n\nand a line'],
    ['3,000 changed words', words('a', 3000), words('b', 3000)],
  ])('restores both texts when its parts are joined: %s', (_kind, from, to) => {
    const parts = wordDifference(from, to);
    const without = (change: string): string =>
      parts
        .filter((part) => part.change !== change)
        .map(({ text }) => text)
        .join('');
    expect([without('added'), without('removed')]).toEqual([from, to]);
  });

  test('shows texts without a common word as removed and added as a whole', () => {
    expect(wordDifference(words('a', 3000), words('b', 3000)).map(({ change }) => change)).toEqual([
      'removed',
      'added',
    ]);
  });

  test('leaves words that both texts have', () => {
    expect(wordDifference('We open at nine today.', 'We open at ten today.')).toEqual([
      { change: 'same', text: 'We open at ' },
      { change: 'removed', text: 'nine' },
      { change: 'added', text: 'ten' },
      { change: 'same', text: ' today.' },
    ]);
  });
});

test('a comparison of many changed texts has one limit, beyond which they are shown as a whole', () => {
  const config = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`text${index}`, words(`${prefix}${index}x`, 40)]));
  const parts = differenceOf({ config: config('a') }, { config: config('b') }).map((one) =>
    'words' in one ? one.words.length : 0,
  );
  expect([parts.length, parts.at(-1)]).toEqual([50, 2]);
});
