import { analysisWords, compiled } from '../../media/language/analysis-words.ts';
import { patternOf } from '../../media/language/match.ts';
import { numberWords } from '../../media/language/number-words.ts';
import { isQuestion, sentencesIn } from './words.ts';

const repeated = patternOf(() => ({ at: 'words', entries: [...numberWords.repeats.keys()] }), 'gi');

/** Kinds in matching order. `code` is a card's security code. */
const kinds = ['ssn', 'code', 'pin', 'account', 'card'] as const;
export type SensitiveKind = (typeof kinds)[number];
type Kind = SensitiveKind;

/** A number at characters `start` to `end` of a text, `end` excluded. */
export interface SensitiveNumber {
  readonly kind: SensitiveKind;
  readonly start: number;
  readonly end: number;
}

/** Consecutive digits with their position in the text. */
export interface DigitRun {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/** Longest announced number: misrecognised digits may have been added. */
const mostAnnounced = 24;
const cardLengths = { least: 13, most: 19 } as const;
/** Matches the separator between digits of one number; a sentence end or another word ends the number. */
const joiner = /^[\s,.-]{0,3}$/;

const words = analysisWords.sensitive;
const patterns = compiled(words);
/** Distances from a number, in characters, within which the text around it is read: the time grows with the text only. */
const farthest = { amount: 40, opening: 200, continued: 60, asked: 1000 } as const;
const anyOf = ({ entries }: { readonly entries: readonly string[] }): string => entries.join('|');
const ofKinds = (form: (names: string) => string): Readonly<Record<Kind, RegExp>> =>
  Object.fromEntries(kinds.map((kind) => [kind, new RegExp(form(anyOf(words[kind])), 'i')])) as Record<Kind, RegExp>;

const between = `(?:[\\s:,.#-]|\\b(?:${anyOf(words.between)})\\b){0,14}`;
const whose = anyOf(words.whose);
const states = `(?:${anyOf(words.states)})\\s+${whose}`;
const announces = ofKinds((names) => `\\b(?:${names})${between}$`);
/**
 * Matches "4798 is my social", "4798 this is my card number" and, if no other number follows, the verbless "4798 ssn".
 */
const follows = ofKinds(
  (names) =>
    `^[\\s,.]{0,2}(?:${states}(?:${names})\\b|${whose}(?:${names})(?:${anyOf(words.afterName)})?\\s*(?:$|and\\b|[.;]))`,
);
const paired = ofKinds((names) => `^(?:${anyOf(words.paired)})(?:${names})\\b`);
const continues = new RegExp(`^[\\s,]*(?:${anyOf(words.continues)})?[\\s,]*$`, 'i');
const beginning = new RegExp(`^\\W*(?:(?:${anyOf(words.opensAnswer)})\\W+)*$`, 'i');
const otherNumber = new RegExp(`\\b(?:${anyOf(words.otherNumber)})\\b[^.?!]*$`);
/** Matches "My order number is": the number after it does not answer a question for another number. */
const otherAnswer = new RegExp(
  `\\b(?:${anyOf(words.otherAnswer)})(?:[\\s:,#-]|\\b(?:${anyOf(words.linksAnswer)})\\b){0,5}$`,
  'i',
);
const amountAround = {
  before: /[$€£₹]\s?$/,
  after: new RegExp(`^\\s?(?:(?:${anyOf(words.amountAfter)})\\b|%)`, 'i'),
};
/** Minimum digits of an announced or requested number; fewer identify neither a card nor a person. */
const leastDigits: Readonly<Record<'announced' | 'asked', Readonly<Record<Kind, number>>>> = {
  announced: { ssn: 3, code: 3, pin: 4, account: 4, card: 3 },
  asked: { ssn: 4, code: 3, pin: 4, account: 4, card: 4 },
};
/** PINs are never longer. */
const longestPin = 8;
const postalDigits = 6;

/** Text before a number, which may have asked for it. */
export interface Context {
  readonly text: string;
  /**
   * Whether the text is known to be the other side's. Otherwise only its questions count, together with those before
   * the number.
   */
  readonly isOther: boolean;
}

const noContext: Context = { text: '', isOther: true };

/**
 * Returns payment card, bank account and US social security numbers (whole or last digits), security codes and PINs,
 * written or spoken digit by digit. A bare number may answer the preceding text.
 */
export function sensitiveNumbersIn(text: string, context = noContext): SensitiveNumber[] {
  const ibans = ibansIn(text);
  const askedAt = askedBefore(text, context);
  const numbers: (DigitRun & SensitiveNumber)[] = [];
  for (const run of runsIn(text)) {
    if (ibans.some(({ start, end }) => run.start < end && run.end > start)) continue;
    const kind = kindOf(run, text) ?? partOf(run, text, numbers.at(-1)) ?? answerOf(run, text, askedAt);
    if (kind !== undefined) numbers.push({ ...run, kind });
  }
  const bare = numbers.map(({ kind, start, end }) => ({ kind, start, end }));
  return ibans.length === 0 ? bare : [...bare, ...ibans].sort((a, b) => a.start - b.start);
}

/** The shortest IBAN is Norway's. */
const leastIban = 15;

/** Returns written IBANs with a valid checksum. */
function ibansIn(text: string): SensitiveNumber[] {
  const ibans = [...text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g)];
  return ibans.flatMap(({ 0: match, index }) =>
    match.replaceAll(' ', '').length >= leastIban && passesMod97(match.replaceAll(' ', ''))
      ? [{ kind: 'account' as const, start: index, end: index + match.length }]
      : [],
  );
}

function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Classifies whole numbers by their format. */
function kindOf({ digits, start, end }: DigitRun, text: string): Kind | undefined {
  const isCardLong = digits.length >= cardLengths.least && digits.length <= cardLengths.most;
  // Payment card numbers begin with 2 to 6; an adjacent postcode and phone number rarely do.
  if (isCardLong && /^[2-6]/.test(digits) && passesLuhn(digits)) return 'card';
  const before = text.slice(Math.max(0, start - 80), start).toLowerCase();
  // A misrecognised digit breaks the checksum: a number announced or grouped as a card is a card.
  const isOther = otherNumber.test(before);
  if (isCardLong && !isOther && cardShape.test(text.slice(start, end))) return 'card';
  if (isCardLong && patterns.saysCard.test(before) && !announces.account.test(before)) return 'card';
  if (digits.length !== 9) return undefined;
  const isWritten = /^\d{3}-\d{2}-\d{4}$/.test(text.slice(start, start + 11));
  const isAnnounced = patterns.saysSsn.test(before);
  return isAnnounced || (isWritten && isPossibleSsn(digits)) ? 'ssn' : undefined;
}

/** Matches an unbroken run of card length, or groups of four. */
const cardShape = /^(?:\d{16}|3\d{14}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7})$/;

export const isAmount = ({ start, end }: DigitRun, text: string): boolean =>
  amountAround.before.test(text.slice(Math.max(0, start - 2), start)) ||
  amountAround.after.test(text.slice(end, end + farthest.amount));

/** Classifies partial numbers, such as the last four digits, that are named right before or after. */
function partOf(run: DigitRun, text: string, last: (DigitRun & { readonly kind: Kind }) | undefined): Kind | undefined {
  if (run.digits.length > mostAnnounced || isAmount(run, text)) return undefined;
  const before = text.slice(Math.max(0, run.start - 70), run.start);
  const after = text.slice(run.end, run.end + 50);
  const isPostal = patterns.postalCode.test(before);
  const isNamed = (each: Kind): boolean => announces[each].test(before) || follows[each].test(after);
  const kind = kinds.find((each) => isOfKind(each, run, isPostal, 'announced') && isNamed(each));
  if (kind !== undefined) return kind;
  // "1881 and my card is 4455": the first of two requested numbers.
  const isFirst = run.start <= farthest.opening && beginning.test(text.slice(0, run.start));
  if (run.digits.length >= leastDigits.asked.ssn && isFirst && isPaired(after)) return 'ssn';
  // "Card 4111 then 2222": digits that continue a card number belong to it.
  const isLong = run.digits.length >= leastDigits.announced.card;
  const isNear = last?.kind === 'card' && run.start - last.end <= farthest.continued;
  return isLong && isNear && continues.test(text.slice(last.end, run.start)) ? 'card' : undefined;
}

/** `isPostal`: the words around it name a postal code. */
function isOfKind(kind: Kind, { digits }: DigitRun, isPostal: boolean, how: 'announced' | 'asked'): boolean {
  if (digits.length < leastDigits[how][kind]) return false;
  if (kind !== 'pin') return true;
  return digits.length <= longestPin && !(digits.length === postalDigits && isPostal);
}

const isPaired = (after: string): boolean => kinds.some((kind) => paired[kind].test(after));

function answerOf(run: DigitRun, text: string, askedAt: (start: number) => Asked): Kind | undefined {
  if (run.digits.length > cardLengths.most || isAmount(run, text)) return undefined;
  const before = text.slice(Math.max(0, run.start - 60), run.start);
  if (otherAnswer.test(before)) return undefined;
  const { kinds: requested, isPostal } = askedAt(run.start);
  return requested.find((kind) => isOfKind(kind, run, isPostal, 'asked'));
}

/** What was requested before a number. */
interface Asked {
  readonly kinds: readonly Kind[];
  readonly isPostal: boolean;
}

/**
 * Returns a function from the start of a number to what was requested before it. What the other side said is the same
 * for all numbers of a text and is read once.
 */
function askedBefore(text: string, context: Context): (start: number) => Asked {
  const before = (start: number): Asked => {
    const asking = questionsIn(context, text.slice(0, start));
    return { kinds: kinds.filter((kind) => patterns[kind].test(asking)), isPostal: patterns.postalCode.test(asking) };
  };
  if (!context.isOther) return before;
  let request: Asked | undefined;
  return () => {
    request ??= before(0);
    return request;
  };
}

/** Maximum sentences between a question and its answer when speakers are unknown. */
const sentencesBack = 3;

/**
 * Returns the sentences that may have asked for a number. If the speaker may be either side, only questions and
 * requests count.
 */
function questionsIn({ text, isOther }: Context, before: string): string {
  const context = isOther ? text : `${text} ${before}`.slice(-farthest.asked);
  if (context.trim() === '') return '';
  const sentences = sentencesIn(context).map(({ start, end }) => context.slice(start, end));
  const asking = isOther
    ? sentences
    : sentences.slice(-sentencesBack).filter((each) => isQuestion(each) || patterns.asksFor.test(each));
  return asking.filter((each) => !patterns.asksAmount.test(each) || patterns.asksDigits.test(each)).join(' ');
}

const isPossibleSsn = (digits: string): boolean =>
  !/^(?:000|666|9)/.test(digits) && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000';

function passesLuhn(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** "seventy", with the separator before it. */
const longestTens = 12;
const endsInTens = patternOf(({ numbers }) => numbers && { at: '\\b(?:{entries})$', entries: ['{tens}'] });

/** Returns the digits of a word as read out: "oh", "eleven", "forty". */
const spokenDigits = (word: string): string | undefined => numberWords.cardinals.get(word)?.toString();

/** Returns runs of consecutive digits, written or spoken. */
export function runsIn(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  let repeat = 1;
  for (const { 0: word, index } of text.matchAll(/\d+|[A-Za-z]+/g)) {
    const lower = word.toLowerCase();
    const times = numberWords.repeats.get(lower);
    if (times !== undefined) {
      repeat = times;
      continue;
    }
    const one = /^\d/.test(word) ? word : spokenDigits(lower);
    if (one === undefined) {
      repeat = 1;
      continue;
    }
    const digits = one.repeat(repeat);
    const last = runs.at(-1);
    const gap = last === undefined ? undefined : text.slice(last.end, index).replace(repeated, '');
    // "Forty one" is 41, not 401.
    const isUnit =
      last !== undefined &&
      one.length === 1 &&
      one !== '0' &&
      endsInTens.test(text.slice(Math.max(last.start, last.end - longestTens), last.end));
    if (last !== undefined && gap !== undefined && isUnit && /^[\s-]$/.test(gap))
      runs[runs.length - 1] = { digits: last.digits.slice(0, -1) + one, start: last.start, end: index + word.length };
    else if (last !== undefined && gap !== undefined && joiner.test(gap) && !/[.]\s/.test(gap.slice(0, 2).trim()))
      runs[runs.length - 1] = { digits: last.digits + digits, start: last.start, end: index + word.length };
    else runs.push({ digits, start: index, end: index + word.length });
    repeat = 1;
  }
  return runs;
}
