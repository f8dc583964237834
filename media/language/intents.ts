import { z } from 'zod';
import { measuredWords, wordList, wordPatterns } from './lists.ts';

/** What a caller does with the conversation itself, by what matters most when a sentence is several of them. */
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

/** `none`: sentences about the business, answers and requests, so that nearness to an intent means something. */
export type Label = Intent | 'none';

/** Intents that a pattern decides, whatever sentences are near. */
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
  /** Patterns for the words of a sentence as the agent compares them: lower case, without punctuation. */
  safety: z.strictObject(safetyShape),
  /** Labelled sentences as callers say them. A sentence has the label of the nearest ones. */
  examples: z.strictObject(examplesShape).exactOptional(),
  /** What callers say who want to leave a message. */
  message: wordList.exactOptional(),
});

export type IntentsFile = z.infer<typeof intents>;
