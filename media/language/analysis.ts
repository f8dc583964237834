import { z } from 'zod';
import { listMarks, measuredWords, pattern } from './lists.ts';

/** What phrases do in a conversation. */
const cueNames = [
  ...(['affirm', 'deny', 'commit', 'refuse', 'optOut', 'interest', 'followUp', 'visit', 'escalate'] as const),
  ...(['complete', 'problem', 'cannot', 'thanks', 'greeting', 'serve', 'closing', 'voicemail', 'correction'] as const),
] as const;

/** Patterns, matched in any case: as whole words, from the beginning of a word, or anywhere. */
const phrasing = z.strictObject({
  ...listMarks,
  set: z.enum(['seen', 'held-out']),
  at: z.enum(['words', 'begins', 'anywhere']),
  entries: z.array(pattern).min(1),
});
export type Phrasing = Readonly<z.infer<typeof phrasing>>;

/** What call analysis reads in words. No list names a trade or a tenant. */
export const analysis = z.strictObject({
  /** As plain words, matched on whole words, with apostrophes written either way. */
  cues: z.record(z.enum(cueNames), measuredWords),
  /** Words that open a question, beside a question mark at its end. */
  questionOpeners: measuredWords,
  /** Words that say nothing of what a question is about. */
  emptyWords: measuredWords,
  outcome: z.strictObject({
    /** "I'll", "I am willing to", "put me down": the customer's own act to come. */
    intent: phrasing,
    refusal: phrasing,
    deferral: phrasing,
    objection: phrasing,
    praise: phrasing,
    pressing: phrasing,
    parting: phrasing,
    amount: phrasing,
    warm: phrasing,
    howMuch: phrasing,
    offer: phrasing,
    /** "Anything else?" and "that's all" end a conversation; a no to them turns nothing down. */
    wrapUp: phrasing,
    settled: phrasing,
  }),
  resolution: z.strictObject({
    /** The agent says that it is done: "your table has been reserved", "I've sent it", "it went through". */
    done: phrasing,
    /** It was tried, and did not work. "I cannot imagine" does not count. */
    undone: phrasing,
    denial: phrasing,
    request: phrasing,
  }),
  satisfaction: z.strictObject({
    complaint: phrasing,
    corrects: phrasing,
    opensWithNo: phrasing,
    asksForPerson: phrasing,
    leaves: phrasing,
    failure: phrasing,
    accepts: phrasing,
    thanks: phrasing,
    done: phrasing,
  }),
  /** What tells an agent from a customer in what each of them says. */
  roles: z.strictObject({
    /** Of who answers for a company. */
    opens: phrasing,
    offers: phrasing,
    looksUp: phrasing,
    requests: phrasing,
    accepts: phrasing,
    thanks: phrasing,
    yours: phrasing,
    mine: phrasing,
  }),
  /** Around numbers that must not be stored. */
  sensitive: z.strictObject({
    /** Names of the numbers. "Account" alone is any customer's number, so `account` needs a word of a bank. */
    ssn: phrasing,
    code: phrasing,
    pin: phrasing,
    account: phrasing,
    card: phrasing,
    /** Between a name and its digits. */
    between: phrasing,
    /** Between digits and the name that follows them: "4798 is my social". */
    states: phrasing,
    whose: phrasing,
    /** Behind a name: "4798 ssn number". */
    afterName: phrasing,
    /** Joins two numbers that were asked for at once. */
    paired: phrasing,
    /** Between two parts of one number. */
    continues: phrasing,
    opensAnswer: phrasing,
    /** Anywhere before a number of the length of a card's. */
    saysCard: phrasing,
    saysSsn: phrasing,
    /** Before a number that only looks like a card's. */
    otherNumber: phrasing,
    /** Right before a number that does not answer the question: "my order number is". */
    otherAnswer: phrasing,
    linksAnswer: phrasing,
    /** A name of a PIN that is also one of postal codes, which have six digits. */
    postalCode: phrasing,
    /** A question for an amount or a date, whatever it is about. */
    asksAmount: phrasing,
    /** Unless it asks for a number too. */
    asksDigits: phrasing,
    /** A sentence without a question mark that asks. */
    asksFor: phrasing,
    amountAfter: phrasing,
  }),
});

export type Cue = (typeof cueNames)[number];
