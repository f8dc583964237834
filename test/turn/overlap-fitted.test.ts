import { describe, expect, it } from 'vitest';
import { crossValidated, type Example, fitLogistic } from '../../bench/interrupt/fit-logistic.ts';
import { calibrationOf } from '../../media/engines/calibrations.ts';
import { probability } from '../../media/kit/logistic.ts';
import { createOverlapJudge } from '../../media/turn/overlap-words.ts';
import { taskModels } from '../../models/manifest.ts';

const { fitted: _, ...overlap } = calibrationOf(taskModels.recognition).overlap;
const judgeWith = (bias: number, weights: Record<string, number> = {}) =>
  createOverlapJudge({
    calibration: { overlap: { ...overlap, fitted: { source: 'a test', bias, weights, threshold: 0.5 } } },
    languages: ['en'],
  });
const always = judgeWith(5);
const never = judgeWith(-5);

const heard = (text: string, confidence: number, likely?: readonly { text: string; logProbability: number }[]) => ({
  text,
  confidence,
  words: text.split(' ').map((word) => ({ text: word, confidence })),
  ...(likely === undefined ? {} : { likely }),
});

describe('a fitted model of words over a reply', () => {
  it('decides about words that were badly understood', () => {
    expect(always.judge(heard('Vocal.', 0.4, []), 600)).toBe('words');
    expect(never.judge(heard('Monday morning.', 0.6, []), 900)).toBe('unclear');
  });

  it.each([
    ['nothing', '', 0, 600],
    ['fillers', 'Okay, yeah.', 0.5, 600],
    ['a command that nothing else is taken for', 'Stop.', 0.3, 600],
    ['digits that were read out', '555 0123', 0.3, 1400],
    ['more words than anybody says in the time', 'No, no, no.', 0.6, 200],
  ] as const)('does not decide about %s', (_what, text, confidence, speechMs) => {
    const words = heard(text, confidence, []);
    expect(always.judge(words, speechMs)).toBe(never.judge(words, speechMs));
  });

  it('does not decide about words that were understood well enough for no phrase to be tried, nor before the end', () => {
    const clear = heard('I need a price.', 0.9);
    expect(never.judge(clear, 1200)).toBe('words');
    expect(never.judgeSoFar(clear, 1200)).toBe('words');
  });

  it('weighs the likeliest sign against the likeliest interruption', () => {
    const { judge } = judgeWith(-3, { interruption: 1, sign: -1 });
    const likely = (text: string) => [{ text, logProbability: -1 }];
    expect(judge(heard('Hardin.', 0.3, likely('Pardon')), 600)).toBe('command');
    expect(judge(heard('Hardin.', 0.3, likely('Right')), 600)).toBe('unclear');
  });
});

describe('logistic regression', () => {
  /** Yes where `a` is larger than `b`, but for one in ten; `c` says nothing. */
  const examples = Array.from({ length: 400 }, (_, i): Example => {
    const [a, b, c] = [(i * 37) % 101, (i * 61) % 97, (i * 13) % 89];
    return { features: { a, b, c }, isYes: a > b !== (i % 10 === 0), group: `${i % 40}`, weight: 1 };
  });

  it('finds which features decide, and how they compare', () => {
    const { weights } = fitLogistic(examples, 1);
    expect(weights.a).toBeGreaterThan(0.01);
    expect(weights.b).toBeLessThan(-0.01);
    expect(Math.abs(weights.c as number)).toBeLessThan(0.1 * (weights.a as number));
  });

  it('gives probabilities that agree with how often the answer is yes', () => {
    const model = fitLogistic(examples, 1);
    const sum = examples.reduce((total, { features }) => total + probability(model, features), 0);
    expect(sum).toBeCloseTo(examples.filter(({ isYes }) => isYes).length, 3);
  });

  it('validates a group by models that have not seen it', () => {
    const memorable = examples.map((one) => ({ ...one, features: { [`only in ${one.group}`]: one.isYes ? 1 : -1 } }));
    const left = crossValidated(memorable, 1);
    expect(new Set(left.map((p) => p.toFixed(6))).size).toBeLessThanOrEqual(5);
    expect(left.every((p) => p > 0.2 && p < 0.8)).toBe(true);
  });
});
