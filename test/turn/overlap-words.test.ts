import { expect, it } from 'vitest';
import { judgeOverlapWords } from '../../media/turn/overlap-words.ts';

const worth = (text: string, confidence = 0.7, speechMs = 600): string =>
  judgeOverlapWords({ text, confidence, speechMs });

it.each([
  'Uh-huh.',
  'Mm-hmm.',
  'Okay, okay.',
  'Yeah, right.',
  'I see.',
  'Got it, thanks.',
  'Haan.',
  'Haan ji.',
  'Achha.',
  'Theek hai.',
  'हाँ जी',
  'ठीक है।',
  'अच्छा',
])('%s is a sign of listening', (text) => {
  expect(worth(text)).toBe('filler');
});

it.each(['Stop.', 'Wait, wait.', 'No.', 'Sorry?', 'Okay, but why?', 'Ruko.', 'रुकिए', 'नहीं'])(
  '%s is a command',
  (text) => {
    expect(worth(text)).toBe('command');
  },
);

it.each(['On Friday?', 'It hurts.', 'Yeah, Friday.', 'My name is Laura.'])('%s is worth an answer', (text) => {
  expect(worth(text, 0.7, 900)).toBe('words');
});

it('hums that became words are known by their doubt, or by their haste', () => {
  expect(worth('How in?', 0.28)).toBe('unclear');
  expect(worth('No, no, no.', 0.53, 425)).toBe('unclear');
  expect(worth('No, no, no.', 0.8, 775)).toBe('command');
});

it('a sentence is one, however its words were understood', () => {
  expect(worth('My truth really hurts today', 0.35, 1800)).toBe('words');
});

it('no words are none, in any script', () => {
  expect(['', ' ', '...', '।'].map((text) => worth(text))).toEqual(['none', 'none', 'none', 'none']);
});
