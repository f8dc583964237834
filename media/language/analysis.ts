import { z } from 'zod';
import { entry, group, measuredPhrasing, measuredWords } from './lists.ts';

/** What phrases do in a conversation. */
const cueNames = [
  ...(['affirm', 'deny', 'commit', 'refuse', 'optOut', 'interest', 'followUp', 'visit', 'escalate'] as const),
  ...(['complete', 'problem', 'cannot', 'thanks', 'greeting', 'serve', 'closing', 'voicemail', 'correction'] as const),
] as const;

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
    intent: measuredPhrasing,
    refusal: measuredPhrasing,
    deferral: measuredPhrasing,
    objection: measuredPhrasing,
    praise: measuredPhrasing,
    pressing: measuredPhrasing,
    parting: measuredPhrasing,
    amount: measuredPhrasing,
    warm: measuredPhrasing,
    howMuch: measuredPhrasing,
    offer: measuredPhrasing,
    /** "Anything else?" and "that's all" end a conversation; a no to them turns nothing down. */
    wrapUp: measuredPhrasing,
    settled: measuredPhrasing,
  }),
  resolution: z.strictObject({
    /** The agent says that it is done: "your table has been reserved", "I've sent it", "it went through". */
    done: measuredPhrasing,
    /** It was tried, and did not work. "I cannot imagine" does not count. */
    undone: measuredPhrasing,
    denial: measuredPhrasing,
    request: measuredPhrasing,
    /** A condition, or something to come. */
    conditional: measuredPhrasing,
  }),
  satisfaction: z.strictObject({
    complaint: measuredPhrasing,
    corrects: measuredPhrasing,
    opensWithNo: measuredPhrasing,
    asksForPerson: measuredPhrasing,
    leaves: measuredPhrasing,
    failure: measuredPhrasing,
    accepts: measuredPhrasing,
    thanks: measuredPhrasing,
    done: measuredPhrasing,
    negated: measuredPhrasing,
  }),
  /** What tells an agent from a customer in what each of them says. */
  roles: z.strictObject({
    /** Of who answers for a company. */
    opens: measuredPhrasing,
    offers: measuredPhrasing,
    looksUp: measuredPhrasing,
    requests: measuredPhrasing,
    accepts: measuredPhrasing,
    thanks: measuredPhrasing,
    yours: measuredPhrasing,
    mine: measuredPhrasing,
  }),
  /** Around numbers that must not be stored. */
  sensitive: z.strictObject({
    /** Names of the numbers. "Account" alone is any customer's number, so `account` needs a word of a bank. */
    ssn: measuredPhrasing,
    code: measuredPhrasing,
    pin: measuredPhrasing,
    account: measuredPhrasing,
    card: measuredPhrasing,
    /** Between a name and its digits. */
    between: measuredPhrasing,
    /** Between digits and the name that follows them: "4798 is my social". */
    states: measuredPhrasing,
    whose: measuredPhrasing,
    /** Behind a name: "4798 ssn number". */
    afterName: measuredPhrasing,
    /** Joins two numbers that were asked for at once. */
    paired: measuredPhrasing,
    /** Between two parts of one number. */
    continues: measuredPhrasing,
    opensAnswer: measuredPhrasing,
    /** Anywhere before a number of the length of a card's. */
    saysCard: measuredPhrasing,
    saysSsn: measuredPhrasing,
    /** Before a number that only looks like a card's. */
    otherNumber: measuredPhrasing,
    /** Right before a number that does not answer the question: "my order number is". */
    otherAnswer: measuredPhrasing,
    linksAnswer: measuredPhrasing,
    /** A name of a PIN that is also one of postal codes, which have six digits. */
    postalCode: measuredPhrasing,
    /** A question for an amount or a date, whatever it is about. */
    asksAmount: measuredPhrasing,
    /** Unless it asks for a number too. */
    asksDigits: measuredPhrasing,
    /** A sentence without a question mark that asks. */
    asksFor: measuredPhrasing,
    amountAfter: measuredPhrasing,
  }),
  builtIn: group(['wrongNumber']),
  candidates: group(['timeField', 'spanBefore', 'unitAfter']),
  /** How a criterion names when it applies. */
  conditions: group(['opening'], ['ofSpeech']),
  fieldValues: group([], ['negations']),
  /** Around days and times of day. */
  moments: group([
    ...(['beforeDate', 'beforeTime', 'dayAfterTomorrow', 'present'] as const),
    // A text that matches none of it names no day and no time.
    'mayName',
    ...(['dayOfMonth', 'dayOfNearMonth', 'dayOfNearWeek', 'nearDay'] as const),
    ...(['besideHour', 'hourOfDay', 'partThenHour', 'hourAndMinutes'] as const),
    // What a group of those above may be.
    ...(['late', 'early', 'night', 'next', 'this', 'past', 'quarter', 'half'] as const),
  ]),
  /** Around names, addresses and dates of birth that are redacted. */
  personal: group(
    [
      'spokenEmail',
      'streetAddress',
      'asksAddress',
      'mail',
      'month',
      'asksBirth',
      'saysBorn',
      'yearAfter',
      'introducesByName',
      'introducesItself',
      'relation',
      'titled',
      'addressed',
      'asksName',
      'introduced',
      'answerEnd',
    ],
    ['noNames'],
  ),
  /** Before a name: of its speaker, of who is spoken to, of a company. */
  namesSaid: group(['own', 'others', 'company']),
  /** `given`, `family` and `streets` take the place of those of people. */
  pseudonyms: group(['title'], ['alsoWords', 'given', 'family', 'streets']),
  /** Words of a field's name that say nothing of what it is about. */
  relevance: group([], ['general']).safeExtend({
    /** Words of questions that ask for what a field is called. */
    asks: z.record(entry, z.array(entry).min(1)),
  }),
  /** Around the answer for a field, and stems of the names of fields with a form of their own. */
  textValues: group(['leadIn', 'statement'], ['email', 'phone', 'postcode']),
  /** Courtesies, which say nothing of a mood. */
  valence: group(['manners']),
  /** What the objective of a practice call asks for. */
  objectives: group(['visit', 'followUp', 'resolution', 'escalation']),
  /** How the name of a file calls the people of a call and their channels. */
  channels: group([], ['agents', 'customers', 'first', 'second']),
});

export type Cue = (typeof cueNames)[number];
