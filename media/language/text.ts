import { z } from 'zod';
import { entry, group, listMarks, pattern, wordList } from './lists.ts';

const readings = z.strictObject({
  ...listMarks,
  entries: z.array(z.strictObject({ pattern, means: entry })).min(1),
});

/**
 * Data for splitting text and parsing questions. Words of a trade or a tenant do not belong here: they come from the
 * documents.
 */
export const text = z.strictObject({
  /** Abbreviations whose full stop does not end a sentence; without that stop. */
  abbreviations: wordList.exactOptional(),
  /** Words irrelevant to the subject of a question. */
  stopWords: wordList.exactOptional(),
  /** Verbs and measures for which tables have no word. */
  softWords: wordList.exactOptional(),
  /** Words for one subject; the first represents all. */
  synonyms: z.strictObject({ ...listMarks, entries: z.array(z.array(entry).min(2)).min(1) }).exactOptional(),
  /** Multi-word expressions and the words that represent them. */
  phrases: readings.exactOptional(),
  /** Additional subjects of a text that matches. Not applied to questions. */
  implied: readings.exactOptional(),
  /**
   * Words that a recogniser writes without their apostrophe, with their correct form. Only if they have no other
   * meaning.
   */
  contractions: z.strictObject({ ...listMarks, entries: z.record(entry, entry) }).exactOptional(),
  /**
   * Words around the placeholder of a template. A clause in which the missing value follows a word of `needs` is
   * omitted.
   */
  placeholders: group(['title', 'greeting', 'continues', 'preposition', 'determiner', 'needs']).exactOptional(),
});
