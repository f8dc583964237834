import { expect, test } from 'vitest';
import { createHeardReply } from '../../media/call/output/heard.ts';

const spoken = (text: string, msPerWord: number) =>
  text.split(' ').map((word, i) => ({ text: word, startMs: i * msPerWord, endMs: (i + 1) * msPerWord }));

function twoPhrases() {
  const heard = createHeardReply();
  heard.add('p1', 'We open at nine,');
  heard.timed('p1', spoken('We open at nine,', 200));
  heard.add('p2', 'and close at five.');
  heard.timed('p2', spoken('and close at five.', 200));
  return heard;
}

test('nothing counts as heard before it is played', () => {
  const heard = twoPhrases();
  expect(heard.line(1)).toBeUndefined();
  heard.started('p1', 1000);
  expect(heard.line(1)).toBeUndefined();
});

test('an acknowledged phrase was heard word by word, at its place on the clock', () => {
  const heard = twoPhrases();
  heard.started('p1', 1000);
  heard.acknowledged('p1');
  expect(heard.line(3)).toMatchObject({
    turn: 3,
    speaker: 'agent',
    text: 'We open at nine,',
    startMs: 1000,
    endMs: 1800,
  });
  expect(heard.words.map((word) => word.heard)).toEqual(['yes', 'yes', 'yes', 'yes', 'no', 'no', 'no', 'no']);
});

test('a cut phrase keeps the mostly played words as an estimate', () => {
  const heard = twoPhrases();
  heard.started('p1', 1000);
  heard.acknowledged('p1');
  heard.started('p2', 1800);
  heard.cut('p2', 330);
  expect(heard.line(1)).toMatchObject({ text: 'We open at nine, and close', interrupted: true });
  expect(heard.words.map((word) => word.heard).slice(4)).toEqual([
    'estimated_yes',
    'estimated_yes',
    'estimated_no',
    'estimated_no',
  ]);
});

test('a late acknowledgement does not restore cut words', () => {
  const heard = twoPhrases();
  heard.started('p1', 1000);
  heard.cut('p1', 0);
  heard.acknowledged('p1');
  heard.acknowledged('p2');
  expect(heard.line(1)).toBeUndefined();
  expect(heard.interrupted).toBe(true);
});

test('without a timely acknowledgement our clock decides', () => {
  const heard = twoPhrases();
  heard.started('p1', 0);
  heard.started('p2', 800);
  heard.presume();
  expect(heard.line(1)?.text).toBe('We open at nine, and close at five.');
  expect(new Set(heard.words.map((word) => word.heard))).toEqual(new Set(['estimated_yes']));
  expect(heard.interrupted).toBe(false);
});

test('phrases before a cut one were played even if their acknowledgement is still under way', () => {
  const heard = twoPhrases();
  heard.started('p1', 0);
  heard.started('p2', 800);
  heard.cut('p2', 800);
  expect(heard.line(1)?.text).toBe('We open at nine, and close at five.');
});
