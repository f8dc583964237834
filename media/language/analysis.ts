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
});

export type Cue = (typeof cueNames)[number];
