import { z } from 'zod';
import { entry, group, listMarks, pattern, wordList, wordPatterns } from './lists.ts';

/** Lines of a simulated customer. Values are in braces. */
const customerLines = [
  'opening',
  'fact',
  'correction',
  'yes',
  'no',
  'confirm',
  'choose',
  'unknown',
  'withhold',
  'acknowledge',
  'restate',
  'verbatim',
  'not_answered',
  'objection',
  'objection_again',
  'objection_done',
  'greeting',
  'how_are_you',
  'nothing_else',
  'satisfied',
  'hangup',
  'still_there',
  // Said while the agent speaks, and if it stays silent.
  'backchannel',
  'interruption',
  'nudge',
] as const;

export type CustomerLine = (typeof customerLines)[number];

const variants = z.array(entry).min(1);

/** Questions that any customer can answer: patterns that recognise them, and answers that are drawn by seed. */
const common = z.strictObject({
  kind: z.string().min(1),
  patterns: z.array(pattern).min(1),
  values: z.array(z.string().min(1)).min(1),
});

/** How simulated customers speak and understand. Words of a trade or a tenant come from their persona and scenario. */
export const customer = z.strictObject({
  ...listMarks,
  lines: z.strictObject(
    Object.fromEntries(customerLines.map((name) => [name, variants])) as Record<CustomerLine, typeof variants>,
  ),
  /** Rewrites sentences about the customer in the first person: patterns and replacements, applied in order. */
  perspective: z.array(z.strictObject({ pattern, becomes: z.string() })).min(1),
  questions: z.strictObject({
    /** First words of questions without a question mark. */
    openers: wordList,
    help: wordPatterns,
    anythingElse: wordPatterns,
    howAreYou: wordPatterns,
    confirm: wordPatterns,
    /** Offers of further help, which a satisfied customer need not answer. */
    offer: wordPatterns,
    /** Questions for a yes or no. */
    yesNo: wordPatterns,
    /** Open questions, which ask for an account in the customer's own words. */
    open: wordPatterns,
    still: wordPatterns,
  }),
  common: z.array(common).min(1),
  /** Words for one subject. A question with one of them matches facts about any of them. */
  topics: z.array(z.array(entry).min(2)).min(1),
  /** The agent cannot help or does not know. */
  evasive: wordPatterns,
  asking: wordPatterns,
  closing: wordPatterns,
  /** Words of conditions that name the actor or the act of speaking, but not the content. */
  conditionWords: wordList,
  /** Words of a condition that are fulfilled if the agent's words match the pattern. */
  classes: z.array(z.strictObject({ words: z.array(entry).min(1), pattern })).min(1),
  /** Separates alternatives within a condition. */
  or: wordPatterns,
  /** Words in a persona that describe a customer's speech. `paces` are factors of the usual pace. */
  habits: z.strictObject({
    source: z.string().min(1),
    paces: z.record(entry, z.number().positive()),
    terse: z.array(entry).min(1),
    talkative: z.array(entry).min(1),
  }),
  weekdays: wordList,
  /** A choice between two options that the agent offers. */
  alternatives: group(['either', 'negated']),
});
