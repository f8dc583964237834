import { z } from 'zod';
import { measuredWords, wordList, wordPatterns } from './lists.ts';

/** Intents about the conversation itself, in order of priority if a sentence has several. */
export const intentNames = [
  'dnc',
  'wrong_number',
  'voicemail',
  'hostile',
  'robot',
  'person',
  'who',
  'stop',
  'repeat',
  'hold',
  'goodbye',
  'never_mind',
  'abilities',
  'hear_me',
  'how_are_you',
  'joke',
  'nothing_else',
  'thanks',
  'greeting',
] as const;

export type Intent = (typeof intentNames)[number];

/** `none`: sentences about the business, answers and requests, as a contrast for the similarity to an intent. */
export type Label = Intent | 'none';

/** Intents that a pattern decides, regardless of similar sentences. */
const safetyNames = ['dnc', 'wrong_number', 'emergency', 'stop'] as const;

export type Safety = (typeof safetyNames)[number];

const examplesShape = Object.fromEntries([...intentNames, 'none'].map((label) => [label, measuredWords])) as Record<
  Label,
  typeof measuredWords
>;
const safetyShape = Object.fromEntries(safetyNames.map((name) => [name, wordPatterns.exactOptional()])) as Record<
  Safety,
  ReturnType<typeof wordPatterns.exactOptional>
>;

/** `intents.json`. */
export const intents = z.strictObject({
  /** Patterns for normalised sentences: lower case, without punctuation. */
  safety: z.strictObject(safetyShape),
  /** Labelled sentences as callers say them. A sentence gets the label of the nearest ones. */
  examples: z.strictObject(examplesShape).exactOptional(),
  /** Requests of callers who want to leave a message. */
  message: wordList.exactOptional(),
});

export type IntentsFile = z.infer<typeof intents>;
