import { describe, expect, it, test } from 'vitest';
import { digitsOf, quantityOf } from '../../media/agent/embedded/answers/numbers.ts';
import { squashed } from '../../media/agent/squashed.ts';
import { packOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { numberWords, spokenValue, writtenNumbers } from '../../media/language/number-words.ts';
import { amountsIn } from '../../media/reading/amounts.ts';
import { cardinal, ordinal } from '../../media/synthesiser/normalise/numbers.ts';
import { normaliseWords } from '../../media/text/word-error.ts';
import { englishWords } from '../../media/turn/completeness-words.ts';
import { runsIn } from '../../src/analysis/sensitive-numbers.ts';

const everyDigit = [...numberWords.digits];
const spelledOut = everyDigit.filter(([word]) => word.length > 1);

describe('the words of numbers', () => {
  test.each(spelledOut)('%s is the digit %s for every reader of digits', (word, digit) => {
    expect(digitsOf(`five ${word} five`).digits).toBe(`5${digit}5`);
    expect(squashed(`five ${word} five`)).toBe(`5${digit}5`);
    expect(runsIn(`five ${word} five`).map(({ digits }) => digits)).toEqual([`5${digit}5`]);
    expect(englishWords.digits.has(word)).toBe(true);
  });

  it('read the letter O as a letter in codes and spelled names, and as a digit in numbers', () => {
    expect(squashed('a o 5')).toBe('ao5');
    expect(englishWords.digits.has('o')).toBe(false);
    expect(digitsOf('five o five').digits).toBe('505');
  });

  test.each([...numberWords.repeats])('%s says the next digit %i times for every reader', (word, times) => {
    const fives = '5'.repeat(times);
    expect(digitsOf(`one ${word} five`).digits).toBe(`1${fives}`);
    expect(squashed(`one ${word} five`)).toBe(`1${fives}`);
    expect(runsIn(`one ${word} five`).map(({ digits }) => digits)).toEqual([`1${fives}`]);
    expect(englishWords.digits.has(word)).toBe(true);
  });

  test.each([...numberWords.quantities].filter(([, value]) => value > 0))(
    '%s is the quantity %i, alone and times every scale',
    (word, value) => {
      for (const text of [word, ...[...numberWords.scales.keys()].map((scale) => `${word} ${scale}`)]) {
        const scale = numberWords.scales.get(text.split(' ')[1] ?? '') ?? 1;
        expect(quantityOf(text)).toBe(value * scale);
        expect(amountsIn(text).map((found) => found.value)).toEqual([value * scale]);
      }
    },
  );

  it('are written by the voice and by the word error rate alike, and are read back', () => {
    for (let value = 0; value < 1000; value += 1) {
      const words = cardinal(String(value));
      expect(normaliseWords(String(value)).join(' ')).toBe(words);
      expect(normaliseWords(`${value}th`).join(' ')).toBe(ordinal(String(value)));
      if (value > 0) expect(quantityOf(words)).toBe(value);
    }
  });

  it('give patterns their parts: hours, days of a month, minutes', () => {
    const whole = (part: string) => patternOf(({ numbers }) => numbers && { at: '^(?:{entries})$', entries: [part] });
    for (let day = 1; day <= 31; day += 1) {
      const words = ordinal(String(day));
      expect(whole('{days}').test(words)).toBe(true);
      expect(spokenValue(words)).toBe(day);
    }
    expect(['one', 'twelve', 'thirteen'].map((word) => whole('{hours}').test(word))).toEqual([true, true, false]);
    expect(['twenty five', 'forty-five', 'ten', 'six'].map((word) => whole('{minutes}').test(word))).toEqual([
      ...[true, true, true, false],
    ]);
    expect(whole('{days}').test('thirty second')).toBe(false);
  });

  it('are missing with the name of the file for a language without a table', () => {
    expect(packOf('hi')?.numbers).toBeUndefined();
    expect(() => writtenNumbers('hi')).toThrow('media/language/hi/numbers.json is missing');
  });
});
