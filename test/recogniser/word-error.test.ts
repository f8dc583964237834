import { describe, expect, it } from 'vitest';
import { normaliseWords, wordErrors } from '../../media/text/word-error.ts';

describe('word error', () => {
  it('counts substitutions, insertions and deletions', () => {
    expect(wordErrors('one two three', 'one two three')).toEqual({ errors: 0, words: 3 });
    expect(wordErrors('one two three', 'one too three')).toEqual({ errors: 1, words: 3 });
    expect(wordErrors('one two three', 'one three')).toEqual({ errors: 1, words: 3 });
    expect(wordErrors('one two three', 'one two and three four')).toEqual({ errors: 2, words: 3 });
    expect(wordErrors('', 'thank you')).toEqual({ errors: 2, words: 0 });
    expect(wordErrors('one two', '')).toEqual({ errors: 2, words: 2 });
  });

  it('compares words regardless of spelling variants', () => {
    const same: [string, string][] = [
      ['...to mute, or unmute yourself.', 'To mute or unmute yourself'],
      ['Inter-Asterisk Exchange', 'inter asterisk exchange'],
      ["don't", 'don\u2019t'],
      ['twenty-three', '23'],
      ['one hundred five thousand twelve', '105,012'],
      ['the third of May', 'The 3rd of May'],
      ['twenty first', '21st'],
      ['zero four one', '041'],
      ['five five five one two three four', '555-1234'],
      ['ten thirty am', '10:30am'],
      ['three point five percent', '3.5%'],
      ['M I S D N', 'M.I.S.D.N.'],
      ['caf\u00e9 and bar', 'cafe & bar'],
    ];
    for (const [a, b] of same) expect(normaliseWords(a)).toEqual(normaliseWords(b));
  });

  it('distinguishes different words', () => {
    expect(normaliseWords('login')).not.toEqual(normaliseWords('log in'));
    expect(wordErrors('you', 'Thank you.').errors).toBe(1);
  });
});
