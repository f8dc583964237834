import { z } from 'zod';
import { entry, listMarks, wordList } from './lists.ts';

const value = z.string().regex(/^\d+$/, 'is not a whole number');
const wordsByValue = z.record(value, z.array(entry).min(1));
const timesOrValue = z.record(entry, z.int().nonnegative());

/** The words of numbers. Every reader and writer of numbers in words uses this table. */
const words = z.strictObject({
  ...listMarks,
  /** By value, 0 to 19 and the tens. The first word of a value is the one that is written. */
  cardinals: wordsByValue,
  /** What a number is multiplied by, from 100 on. */
  scales: wordsByValue,
  ordinals: wordsByValue,
  /** Words of `cardinals` that are a number only in a row of digits: "oh". */
  amongDigits: z.array(entry),
  /** How often the next digit is said: "double five". */
  repeats: timesOrValue,
  /** What a recogniser writes for a number that stands alone, and the number. They count only behind another digit. */
  homophones: timesOrValue,
  /** Before a scale, for one: "a hundred". */
  articles: z.array(entry),
  /** Between the parts of a number: "a hundred and ten". */
  joins: z.array(entry),
});

const counts = z.array(z.int().positive());

/** Numbers and dates that are said or read out. */
export const numbers = z.strictObject({
  words,
  /** Words that a recogniser writes for letters that were read out. */
  letters: wordList,
  /** From Sunday on. */
  weekdays: wordList.safeExtend({ entries: z.array(entry).length(7) }),
  /** From January on. */
  months: wordList.safeExtend({ entries: z.array(entry).length(12) }),
  /** Words that announce a long number. */
  talk: wordList,
  /** Counts of digits. `whole`: a number is over. `part`: it may be. `card`: the shortest number of a card. */
  lengths: z.strictObject({ whole: counts, part: counts, card: z.int().positive() }),
});
