import { z } from 'zod';
import { entry, group, listMarks, pattern, wordList, wordPatterns } from './lists.ts';

/** What a simulated customer says of its own accord, with the values that a line may name in braces. */
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
  // Said while the agent speaks, and when it says nothing.
  'backchannel',
  'interruption',
  'nudge',
] as const;

export type CustomerLine = (typeof customerLines)[number];

const variants = z.array(entry).min(1);

/** Questions whose answers anybody has: what they are recognised by, and answers that are drawn by seed. */
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
  /** Sentences about the customer, said by the customer: patterns and what takes their place, in this order. */
  perspective: z.array(z.strictObject({ pattern, becomes: z.string() })).min(1),
  questions: z.strictObject({
    /** First words of questions that have no mark. */
    openers: wordList,
    help: wordPatterns,
    anythingElse: wordPatterns,
    howAreYou: wordPatterns,
    confirm: wordPatterns,
    /** Offers something more: a customer who has what it wanted need not answer it. */
    offer: wordPatterns,
    /** A yes or no would answer. */
    yesNo: wordPatterns,
    /** Asks for an account in the customer's own words. */
    open: wordPatterns,
    still: wordPatterns,
  }),
  common: z.array(common).min(1),
  /** Words for one subject: a question with one of them asks for all. */
  topics: z.array(z.array(entry).min(2)).min(1),
  /** The agent cannot, or does not know. */
  evasive: wordPatterns,
  negation: wordPatterns,
  closing: wordPatterns,
  /** Words of conditions that say who does what, and nothing of what it is. */
  conditionWords: wordList,
  /** Words of a condition that a pattern of the agent's words stands for. */
  classes: z.array(z.strictObject({ words: z.array(entry).min(1), pattern })).min(1),
  /** Between the parts of a condition one of which will do. */
  or: wordPatterns,
  /** How a persona describes the speech of a customer. `paces` are factors of the usual pace. */
  habits: z.strictObject({
    source: z.string().min(1),
    paces: z.record(entry, z.number().positive()),
    terse: z.array(entry).min(1),
    talkative: z.array(entry).min(1),
  }),
  weekdays: wordList,
  /** A choice between two that the agent offers. */
  alternatives: group(['either', 'negated']),
});
