import { describe, expect, it } from 'vitest';
import { embeddedJudge, neutralJudge } from './judges.ts';

const heard = (text: string, confidence: number) => ({
  text,
  confidence,
  words: text.split(' ').map((word) => ({ text: word, confidence })),
});

describe('a recogniser without a calibration', () => {
  it.each([
    ['Stop.', 0.2, 'command'],
    ['Monday.', 0.6, 'words'],
    ['Monday.', 0.4, 'unclear'],
    ['I need a price.', 0.6, 'words'],
    ['Okay.', 0.9, 'filler'],
    ['Theek hai.', 0.9, 'filler'],
    ['', 0, 'none'],
  ] as const)('has "%s" at %d judged as %s', (text, confidence, worth) => {
    expect(neutralJudge.judge(heard(text, confidence), 900)).toBe(worth);
  });

  it('counts as a backchannel when it writes what another recogniser writes for one', () => {
    for (const text of ['Take care.', 'Be kind.', 'Atchan.']) {
      expect(embeddedJudge.judge(heard(text, 0.6), 900)).toBe('filler');
      expect(neutralJudge.judge(heard(text, 0.6), 900)).toBe('words');
    }
  });

  it('receives the phrases to try, and no prompt that was made for another', () => {
    expect(neutralJudge.hints).toEqual({ phrases: embeddedJudge.hints.phrases });
    expect(embeddedJudge.hints.prompt).toContain('Achha');
  });

  it('decides by its own probabilities when it tries phrases', () => {
    const likely = (text: string, logProbability: number) => [{ text, logProbability }];
    const unclear = heard('Hardin.', 0.3);
    expect(neutralJudge.judge({ ...unclear, likely: likely('Pardon', -0.2) }, 600)).toBe('command');
    expect(neutralJudge.judge({ ...unclear, likely: likely('Pardon', -3) }, 600)).toBe('unclear');
    expect(embeddedJudge.judge({ ...unclear, likely: likely('Pardon', -3) }, 600)).toBe('command');
  });
});
