import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agree, agreedText, noAgreement } from '../../media/recogniser/agreement.ts';

const shownAfter = (...hypotheses: string[]): string[] => {
  let agreement = noAgreement;
  return hypotheses.map((hypothesis) => {
    agreement = agree(agreement, hypothesis.split(' ').filter(Boolean));
    return agreedText(agreement);
  });
};

describe('agreement of successive hypotheses', () => {
  it('shows a word after two hypotheses in a row', () => {
    expect(
      shownAfter('please enter', 'please enter your', 'please enter your agent', 'please enter your agent number'),
    ).toEqual(['', 'please enter', 'please enter your', 'please enter your agent']);
  });

  it('does not show changing words', () => {
    expect(shownAfter('to lock', 'to look or', 'to lock or unlock', 'to lock or unlock')).toEqual([
      '',
      'to',
      'to',
      'to lock or unlock',
    ]);
  });

  it('ignores case and punctuation, and keeps the punctuation of the moment of agreement', () => {
    expect(shownAfter('Thank you.', 'thank you', 'Thank you. Please hold.', 'Thank you. Please hold, while')).toEqual([
      '',
      'thank you',
      'thank you',
      'thank you. Please hold',
    ]);
  });

  it('keeps shown words when a later hypothesis is shorter or different', () => {
    expect(
      shownAfter('one two three', 'one two three', 'nine', '', 'nine ten eleven twelve', 'nine ten eleven twelve'),
    ).toEqual(['', 'one two three', 'one two three', 'one two three', 'one two three', 'one two three twelve']);
  });

  it('only grows, whatever the hypotheses', () => {
    const word = fc.constantFrom('yes', 'Yes.', 'no', 'no,', "don't", '...', 'M', 'I-S', '7.', 'caf\u00e9', 'yes!');
    const hypotheses = fc.array(fc.array(word, { maxLength: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(hypotheses, (all) => {
        let agreement = noAgreement;
        let before = '';
        for (const hypothesis of all) {
          agreement = agree(agreement, hypothesis);
          const text = agreedText(agreement);
          expect(text.startsWith(before)).toBe(true);
          before = text;
        }
      }),
      { numRuns: 500 },
    );
  });
});
