import { z } from 'zod';
import { entry, group, listMarks, pattern, wordList } from './lists.ts';

const readings = z.strictObject({
  ...listMarks,
  entries: z.array(z.strictObject({ pattern, means: entry })).min(1),
});

/** How text is cut and questions are read. Words of a trade or a tenant do not belong here: documents bring their own. */
export const text = z.strictObject({
  /** What ends with a full stop that ends no sentence; without that stop. */
  abbreviations: wordList.exactOptional(),
  /** Words that say nothing about the subject of a question. */
  stopWords: wordList.exactOptional(),
  /** Verbs and measures that a table has no word for. */
  softWords: wordList.exactOptional(),
  /** Words for one subject; the first stands for all. */
  synonyms: z.strictObject({ ...listMarks, entries: z.array(z.array(entry).min(2)).min(1) }).exactOptional(),
  /** Several words for one thing, and the words that stand for them. */
  phrases: readings.exactOptional(),
  /** What a text that matches speaks of besides. A question does not ask for it. */
  implied: readings.exactOptional(),
  /** What a recogniser writes without its apostrophe, and what it stands for. Only where no other word is meant. */
  contractions: z.strictObject({ ...listMarks, entries: z.record(entry, entry) }).exactOptional(),
  /** Words around the placeholder of a template; those that need its value go with it where there is none. */
  placeholders: group(['title', 'greeting', 'continues', 'preposition', 'determiner', 'needs']).exactOptional(),
});
