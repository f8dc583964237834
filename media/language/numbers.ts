import { z } from 'zod';
import { entry, listMarks, wordList } from './lists.ts';

const value = z.string().regex(/^\d+$/, 'is not a whole number');
const wordsByValue = z.record(value, z.array(entry).min(1));
const timesOrValue = z.record(entry, z.int().nonnegative());

/** Number words. All parsing and writing of numbers in words uses this table. */
const words = z.strictObject({
  ...listMarks,
  /** By value, 0 to 19 and the tens. The first word of a value is used for writing. */
  cardinals: wordsByValue,
  /** Multipliers, from 100 on. */
  scales: wordsByValue,
  ordinals: wordsByValue,
  /** Words of `cardinals` that are numbers only among digits: "oh". */
  amongDigits: z.array(entry),
  /** Repetitions of the next digit: "double five". */
  repeats: timesOrValue,
  /** Words that a recogniser writes for a single number, with its value. They count only after another digit. */
  homophones: timesOrValue,
  /** Mean one before a scale: "a hundred". */
  articles: z.array(entry),
  /** Between the parts of a number: "a hundred and ten". */
  joins: z.array(entry),
});

const counts = z.array(z.int().positive());

/** Numbers and dates that are spoken or read out. */
export const numbers = z.strictObject({
  words,
  /** Words that a recogniser writes for spelled letters. */
  letters: wordList,
  /** Starting with Sunday. */
  weekdays: wordList.safeExtend({ entries: z.array(entry).length(7) }),
  /** Starting with January. */
  months: wordList.safeExtend({ entries: z.array(entry).length(12) }),
  /** Words that announce a long number. */
  talk: wordList,
  /** Digit counts. `whole`: a number is complete. `part`: it may be. `card`: minimum length of a card number. */
  lengths: z.strictObject({ whole: counts, part: counts, card: z.int().positive() }),
});
