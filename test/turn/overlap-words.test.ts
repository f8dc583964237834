import { expect, it } from 'vitest';
import { judgeOverlapWords } from '../../media/turn/overlap-words.ts';

const worth = (text: string, confidence = 0.7, speechMs = 600): string =>
  judgeOverlapWords({ text, confidence }, speechMs);

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

const heard = (...words: [string, number][]): string =>
  judgeOverlapWords(
    {
      text: words.map(([text]) => text).join(' '),
      confidence: words.reduce((sum, [, confidence]) => sum + confidence, 0) / words.length,
      words: words.map(([text, confidence]) => ({ text, confidence })),
    },
    700,
  );

it('words that are all half believed are words, and one that is not believed at all makes them a hum', () => {
  expect(heard(['The', 0.34], ['white.', 0.42])).toBe('words');
  expect(heard(['Harn', 0.12], ['P.K.', 0.72])).toBe('unclear');
  expect(heard(['Tomorrow?', 0.43])).toBe('words');
  expect(heard(['Vocal.', 0.38])).toBe('unclear');
  expect(heard(["I'm", 0.9], ['not', 0.2], ['okay.', 0.8])).toBe('words');
  expect(heard(["I'm", 0.4], ['not', 0.2], ['okay.', 0.4])).toBe('unclear');
});

it('a longer phrase comes before a shorter one, and a question is believed sooner than a command', () => {
  expect(worth('All right then.')).toBe('filler');
  expect(worth('Who?', 0.32, 300)).toBe('command');
  expect(worth('No.', 0.32, 300)).toBe('unclear');
});

it('what is said twice is a sign of listening, unless every word of it is believed', () => {
  expect(heard(['I', 0.14], ['try,', 0.8], ['I', 0.6], ['try.', 0.8])).toBe('unclear');
  expect(heard(['No,', 0.23], ['no,', 0.9], ['no.', 0.7])).toBe('unclear');
  expect(heard(['No,', 0.6], ['no.', 0.62])).toBe('command');
  expect(heard(['Hello,', 0.36], ['hello.', 0.7])).toBe('command');
  expect(heard(['Hey,', 0.39], ['hey.', 0.64])).toBe('words');
  expect(worth('GG', 0.72)).toBe('unclear');
  expect(worth('Stop, stop.', 0.4)).toBe('command');
});
