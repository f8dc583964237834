import { describe, expect, it } from 'vitest';
import { embeddedJudge } from './judges.ts';

const { judge: judgeOverlapWords, judgeSoFar: judgeWordsSoFar } = embeddedJudge;

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

it('hums recognised as words are detected by low confidence or short duration', () => {
  expect(worth('How in?', 0.28)).toBe('unclear');
  expect(worth('No, no, no.', 0.53, 425)).toBe('unclear');
  expect(worth('No, no, no.', 0.8, 775)).toBe('command');
});

it('a sentence counts as one, however well its words were recognised', () => {
  expect(worth('My truth really hurts today', 0.48, 1800)).toBe('words');
  expect(worth('My truth really hurts today', 0.35, 1800)).toBe('unclear');
});

it('an empty result contains no words, in any script', () => {
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

it('words of medium confidence are words, and one of very low confidence makes them a hum', () => {
  expect(heard(['The', 0.44], ['white.', 0.58])).toBe('words');
  expect(heard(['Karn', 0.12], ['P.K.', 0.72])).toBe('unclear');
  expect(heard(['Tomorrow?', 0.63])).toBe('words');
  expect(heard(['Vocal.', 0.48])).toBe('unclear');
  expect(heard(["I'm", 0.9], ['not', 0.2], ['okay.', 0.8])).toBe('command');
  expect(heard(["I'm", 0.4], ['not', 0.2], ['okay.', 0.4])).toBe('unclear');
});

it('a longer phrase takes precedence, and a question needs less confidence than a command', () => {
  expect(worth('All right then.')).toBe('filler');
  expect(worth('Who?', 0.4, 300)).toBe('command');
  expect(worth('No.', 0.4, 300)).toBe('unclear');
});

it('a repeated phrase is a backchannel unless every word is confident', () => {
  expect(heard(['I', 0.14], ['try,', 0.8], ['I', 0.6], ['try.', 0.8])).toBe('unclear');
  expect(heard(['No,', 0.23], ['no,', 0.9], ['no.', 0.7])).toBe('unclear');
  expect(heard(['No,', 0.6], ['no.', 0.62])).toBe('command');
  expect(heard(['Hello,', 0.36], ['hello.', 0.7])).toBe('command');
  expect(heard(['Hey,', 0.39], ['hey.', 0.64])).toBe('words');
  expect(worth('GG', 0.72)).toBe('unclear');
  expect(worth('Stop, stop.', 0.4)).toBe('command');
});

it('words with a total confidence only are judged by it', () => {
  expect(judgeOverlapWords({ text: 'Stop.', confidence: 0.9, words: [] }, 600)).toBe('command');
  expect(judgeOverlapWords({ text: 'Okay.', confidence: 0.9, words: [] }, 600)).toBe('filler');
});

it('a filler does not raise the confidence of other words', () => {
  expect(heard(['Is', 0.11], ['that', 0.75], ['okay?', 0.84])).toBe('unclear');
  expect(heard(['I', 0.09], ['think.', 0.43])).toBe('unclear');
  expect(heard(['On', 0.56], ['Friday,', 0.83], ['okay?', 0.2])).toBe('words');
});

it('one or two words with one of low confidence are not enough, unless the rest compensates', () => {
  expect(heard(['Take', 0.82], ['Hijay.', 0.25])).toBe('unclear');
  expect(heard(['Leave', 0.33], ['that', 0.95], ['again.', 0.92])).toBe('words');
  expect(heard(['Which', 0.12], ['way?', 0.67])).toBe('command');
});

it('spelled names and numbers are words; two letters or a hum are not', () => {
  expect(worth('M-I-S-D-N.', 0.91, 1700)).toBe('words');
  expect(worth('D-E-L-A.', 0.7, 1130)).toBe('words');
  expect(worth('555-012.', 0.3, 1880)).toBe('words');
  expect(worth('M-M-M-M.', 0.9, 1100)).toBe('unclear');
  expect(worth('J-K.', 0.9, 700)).toBe('unclear');
  expect(worth('B-R-A-U-N.', 0.9, 500)).toBe('unclear');
  expect(worth('D-E-L-A.', 0.5, 1130)).toBe('unclear');
});

it('a backchannel followed by little waits for more', () => {
  const sure = (text: string) => ({
    text,
    confidence: 0.9,
    words: text.split(' ').map((word) => ({ text: word, confidence: 0.9 })),
  });
  expect(judgeWordsSoFar(sure("Yeah, that's it."), 800)).toBeUndefined();
  expect(judgeWordsSoFar(sure('Okay, guys.'), 800)).toBeUndefined();
  expect(judgeWordsSoFar(sure('Yeah, wait.'), 800)).toBe('command');
  expect(judgeWordsSoFar(sure('Yeah, I need a price.'), 1200)).toBe('words');
  expect(judgeWordsSoFar(sure('My daughter'), 800)).toBe('words');
});

it('letters, a repeated phrase and a word without length are misheard backchannels', () => {
  expect(heard(['TK', 0.7])).toBe('unclear');
  expect(heard(['G-I-T-A', 0.47])).toBe('unclear');
  expect(heard(['OK', 0.7])).toBe('filler');
  expect(heard(['Take', 0.67], ['hai', 0.6], ['ji.', 0.95])).toBe('filler');
  expect(heard(['Take', 0.92], ['a', 0.93], ['take', 0.89])).toBe('filler');
  expect(worth('Ellie.', 0.65, 288)).toBe('unclear');
  expect(worth('Ellie.', 0.65, 420)).toBe('words');
});

describe('partial words', () => {
  const soFar = (speechMs: number, ...words: [string, number][]): string | undefined =>
    judgeWordsSoFar(
      {
        text: words.map(([text]) => text).join(' '),
        confidence: words.reduce((sum, [, confidence]) => sum + confidence, 0) / words.length,
        words: words.map(([text, confidence]) => ({ text, confidence })),
      },
      speechMs,
    );

  it('are a backchannel if confident, and not half a word of a sentence', () => {
    expect(soFar(448, ['Okay.', 0.66])).toBe('filler');
    expect(soFar(448, ['Thank', 0.98], ['you.', 0.97])).toBe('filler');
    // "Followed by", "There is", "The echo", "You can" as they begin.
    expect(soFar(320, ['Thanks.', 0.69])).toBeUndefined();
    expect(soFar(336, ['Bahut.', 0.34])).toBeUndefined();
    expect(soFar(448, ['Oh.', 0.26])).toBeUndefined();
    expect(soFar(448, ['Theek', 0.44], ['hai.', 0.66])).toBeUndefined();
  });

  it('are a command at once only if confident and long enough', () => {
    expect(soFar(320, ['Stop.', 0.6])).toBe('command');
    expect(soFar(320, ['Ruko.', 0.55])).toBe('command');
    expect(soFar(320, ['Ruko.', 0.28])).toBeUndefined();
    expect(soFar(320, ['Nahi.', 0.61])).toBe('command');
    expect(soFar(320, ['No.', 0.72])).toBeUndefined();
    expect(soFar(320, ['Nope.', 0.63])).toBeUndefined();
    expect(soFar(320, ["I'm", 0.17], ['not', 0.82], ['going', 0.66], ['to', 0.84], ['go.', 0.16])).toBeUndefined();
  });

  it('are judged without the last word, which may be incomplete', () => {
    expect(soFar(640, ['Okay,', 0.6], ['bye.', 0.55])).toBeUndefined();
    expect(soFar(640, ['I', 0.71], ['would', 0.98], ['rather...', 0.57])).toBe('words');
    expect(soFar(640, ['Take', 0.78], ['ages.', 0.25])).toBeUndefined();
    expect(soFar(448, ['Saturday?', 0.83])).toBe('words');
    expect(soFar(448, ['Saturday?', 0.55])).toBeUndefined();
  });

  it('that are empty are noise after enough time', () => {
    expect(judgeWordsSoFar({ text: '', confidence: 0 }, 320)).toBeUndefined();
    expect(judgeWordsSoFar({ text: '', confidence: 0 }, 640)).toBe('none');
  });

  it('that may become a backchannel are waited for', () => {
    expect(soFar(640, ['No', 0.8])).toBeUndefined();
    expect(soFar(640, ['No', 0.7], ['prob', 0.4])).toBeUndefined();
    expect(soFar(640, ['No', 0.7], ['problem.', 0.9])).toBe('filler');
  });
});

describe('badly recognised words with scored phrases', () => {
  const tried = (text: string, confidence: number, likely: Record<string, number>): string =>
    judgeOverlapWords(
      {
        text,
        confidence,
        likely: Object.entries(likely).map(([phrase, logProbability]) => ({ text: phrase, logProbability })),
      },
      700,
    );

  it('are an interruption if one fits clearly better than any backchannel', () => {
    expect(tried('Hardin.', 0.42, {})).toBe('unclear');
    expect(tried('Hardin.', 0.42, { Pardon: -3.3, Hmm: -5.5 })).toBe('command');
    expect(tried('Hardin.', 0.42, { Pardon: -3.3, Hmm: -3.9 })).toBe('unclear');
    expect(tried('Hardin.', 0.42, { Pardon: -5, Hmm: -6.9 })).toBe('unclear');
  });

  it('are a backchannel if one fits clearly better than any interruption, unless recognised well', () => {
    expect(tried('Very not.', 0.66, { 'Fair enough': -1.7, Sorry: -6.9 })).toBe('filler');
    expect(tried('Very not.', 0.85, { 'Fair enough': -1.7, Sorry: -6.9 })).toBe('command');
    expect(tried('Very not.', 0.66, { 'Fair enough': -1.7, Sorry: -3 })).toBe('command');
  });

  it.each(['So much guy.', 'Achha, so much gaiya.', 'How much guy young?'])('%s is "samajh gaya"', (text) => {
    expect(tried(text, 0.65, {})).toBe('filler');
    expect(tried('How much gas?', 0.9, {})).toBe('words');
  });

  it('are an interruption if they sound like one in Hindi', () => {
    expect(tried('First, they bowl yay.', 0.46, {})).toBe('command');
    expect(worth('First, they bowl yay.', 0.46)).toBe('unclear');
  });

  it('say nothing about later words', () => {
    expect(tried('Really, why?', 0.73, { Really: -1.6 })).toBe('command');
    expect(tried('Zaroor. Rukiye.', 0.51, { Zaroor: -1.8 })).toBe('command');
  });

  it('are an interruption if they match one exactly with two words or more', () => {
    expect(tried('Where exactly?', 0.54, { 'Where exactly': -1.6, Exactly: -2.2 })).toBe('command');
    expect(tried('Kab.', 0.3, { Kab: -3, Okay: -3.5 })).toBe('unclear');
    expect(tried('No, no.', 0.3, { 'Mm-hmm, mm-hmm': -2.4, 'No, no': -2.6 })).toBe('unclear');
  });
});
