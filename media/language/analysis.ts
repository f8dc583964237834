import { z } from 'zod';
import { entry, group, measuredPhrasing, measuredWords } from './lists.ts';

/** Functions of a phrase in a conversation. */
const cueNames = [
  ...(['affirm', 'deny', 'commit', 'refuse', 'optOut', 'interest', 'followUp', 'visit', 'escalate'] as const),
  ...(['complete', 'problem', 'cannot', 'thanks', 'greeting', 'serve', 'closing', 'voicemail', 'correction'] as const),
] as const;

/** Word lists and patterns of call analysis. No list names a trade or a tenant. */
export const analysis = z.strictObject({
  /** Plain words, matched as whole words, with either kind of apostrophe. */
  cues: z.record(z.enum(cueNames), measuredWords),
  /** Words that open a question without a question mark. */
  questionOpeners: measuredWords,
  /** Words irrelevant to the subject of a question. */
  emptyWords: measuredWords,
  outcome: z.strictObject({
    /** "I'll", "I am willing to", "put me down": something the customer will do. */
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
    /** "Anything else?" and "that's all" end a conversation; a no to them declines nothing. */
    wrapUp: measuredPhrasing,
    settled: measuredPhrasing,
  }),
  resolution: z.strictObject({
    /** The agent reports completion: "your table has been reserved", "I've sent it", "it went through". */
    done: measuredPhrasing,
    /** An attempt that failed. Excludes "I cannot imagine". */
    undone: measuredPhrasing,
    denial: measuredPhrasing,
    request: measuredPhrasing,
    /** A condition, or something in the future. */
    conditional: measuredPhrasing,
  }),
  satisfaction: z.strictObject({
    complaint: measuredPhrasing,
    corrects: measuredPhrasing,
    asksForPerson: measuredPhrasing,
    leaves: measuredPhrasing,
    failure: measuredPhrasing,
    accepts: measuredPhrasing,
    thanks: measuredPhrasing,
    done: measuredPhrasing,
    negated: measuredPhrasing,
  }),
  /** Distinguishes an agent from a customer by their words. */
  roles: z.strictObject({
    /** Openings of a person who answers for a company. */
    opens: measuredPhrasing,
    offers: measuredPhrasing,
    looksUp: measuredPhrasing,
    requests: measuredPhrasing,
    accepts: measuredPhrasing,
    thanks: measuredPhrasing,
    yours: measuredPhrasing,
    mine: measuredPhrasing,
  }),
  /** Context of numbers that must not be stored. */
  sensitive: z.strictObject({
    /** Names of the numbers. "Account" alone can be any customer number, so `account` needs a banking word. */
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
    /** After a name: "4798 ssn number". */
    afterName: measuredPhrasing,
    /** Joins two numbers that were requested together. */
    paired: measuredPhrasing,
    /** Between two parts of one number. */
    continues: measuredPhrasing,
    opensAnswer: measuredPhrasing,
    /** Anywhere before a number with the length of a card number. */
    saysCard: measuredPhrasing,
    saysSsn: measuredPhrasing,
    /** Before a number that only resembles a card number. */
    otherNumber: measuredPhrasing,
    /** Directly before a number that does not answer the question: "my order number is". */
    otherAnswer: measuredPhrasing,
    linksAnswer: measuredPhrasing,
    /** Names that mean a PIN or a postal code; postal codes have six digits. */
    postalCode: measuredPhrasing,
    /** Questions for an amount or a date, whatever the subject. */
    asksAmount: measuredPhrasing,
    /** Exceptions that ask for a number as well. */
    asksDigits: measuredPhrasing,
    /** Requests without a question mark. */
    asksFor: measuredPhrasing,
    amountAfter: measuredPhrasing,
  }),
  builtIn: group(['wrongNumber']),
  candidates: group(['timeField', 'spanBefore', 'unitAfter']),
  /** Phrases that state when a criterion applies. */
  conditions: group(['opening'], ['ofSpeech']),
  /** Context of names, addresses and dates of birth that are redacted. */
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
  /** Before a name: the speaker's, the other party's or a company's. */
  namesSaid: group(['own', 'others', 'company']),
  /** `given`, `family` and `streets` replace the real ones. */
  pseudonyms: group(['title'], ['alsoWords', 'given', 'family', 'streets']),
  /** Words of a field's name that carry no meaning. */
  relevance: group([], ['general']).safeExtend({
    /** By word of a field's name: words of questions that ask for it. */
    asks: z.record(entry, z.array(entry).min(1)),
  }),
  /** Context of the answer for a field, and stems of field names with a format of their own. */
  textValues: group(['leadIn', 'statement'], ['email', 'phone', 'postcode']),
  /** Courtesies, which do not indicate a mood. */
  valence: group(['manners']),
  /** Goals in the objective of a practice call. */
  objectives: group(['visit', 'followUp', 'resolution', 'escalation', 'telling'], ['tellingWords', 'amountWords']),
  /** Words in file names for the participants and their channels. */
  channels: group([], ['agents', 'customers', 'first', 'second']),
});

export type Cue = (typeof cueNames)[number];
