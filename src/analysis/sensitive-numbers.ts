import { digitWords, tensWords } from './numbers.ts';

/** `code`: the security code of a card. */
export type SensitiveKind = 'card' | 'ssn' | 'code';
type Kind = SensitiveKind;

/** Characters `start` to `end` of a text, `end` excluded. */
export interface SensitiveNumber {
  readonly kind: SensitiveKind;
  readonly start: number;
  readonly end: number;
}

/** Digits that follow one another, and where they stand in the text. */
export interface DigitRun {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/** A number that is announced may have misheard digits added. */
const mostAnnounced = 24;
const cardLengths = { least: 13, most: 19 } as const;
/** Between the digits of one number; a sentence end or another word ends it. */
const joiner = /^[\s,.-]{0,3}$/;

const named: Readonly<Record<Kind, string>> = {
  ssn: 'social(?: security)?(?: number| no| card)?|ssns?|s\\.s\\.n\\.?|sin number',
  code: 'cvv2?|cvc|security code',
  card: '(?:credit|cr|debit|bank|payment|atm|visa|master) ?card|(?<!\\b(?:gift|sim|id|report|score|post|business|library|loyalty|membership) ?)card(?=[\\s:#,]*(?:last )?(?:\\d|$))|card(?: number| no| ending| details|#)|(?:my|the|your) card|visa|master ?card|amex|american express|credit(?! (?:limit|score|union|of))|debit',
};
/** Words between a name and its digits. */
const filler =
  "(?:[\\s:,.#-]|\\b(?:is|are|was|s|also|number|numbers|num|no|code|pin|card|ending in|ends in|ending|ends|with|the|last|first|four|4|of|digits?|dighits|my|it|it's|its|that|would|be|and|on|as|for|incorrectly|wrong|wrongly|new|old|sure|yes|here|credit|debit|security|social)\\b){0,14}";
const announces = Object.fromEntries(
  Object.entries(named).map(([kind, words]) => [kind, new RegExp(`\\b(?:${words})${filler}$`, 'i')]),
) as Record<Kind, RegExp>;
const ownership = '(?:my |the |your )?(?:last (?:four|4) (?:digits )?(?:of )?(?:my |the )?)?';
/** "4798 is my social", "4798 this is my card number", and without a verb where no other number follows: "4798 ssn". */
const follows = Object.fromEntries(
  Object.entries(named).map(([kind, words]) => [
    kind,
    new RegExp(
      `^[\\s,.]{0,2}(?:(?:(?:this|that|which)(?: one)? )?(?:is|are|for|as)\\s+${ownership}(?:${words})\\b|${ownership}(?:${words})(?: (?:number|num|no))?\\s*(?:$|and\\b|[.;]))`,
      'i',
    ),
  ]),
) as Record<Kind, RegExp>;
const paired = Object.fromEntries(
  Object.entries(named).map(([kind, words]) => [kind, new RegExp(`^,? and (?:my |the )?(?:${words})\\b`, 'i')]),
) as Record<Kind, RegExp>;
/** A question after which a bare number of the answer is the thing itself. */
const asks = Object.fromEntries(
  Object.entries(named).map(([kind, words]) => [kind, new RegExp(`\\b(?:${words})\\b`, 'i')]),
) as Record<Kind, RegExp>;
const amountAround = {
  before: /[$€£₹]\s?$/,
  after:
    /^\s?(?:dollars?|bucks?|cents?|pounds?|euros?|rupees?|%|percent|days?|months?|years?|minutes?|hours?|people|times)\b/i,
};
/** Fewer digits than these say nothing about a card or a person. */
const leastDigits = { announced: 3, asked: 4 } as const;

/**
 * Payment card and US social security numbers, whole or their last digits, written or spoken one by one. A bare number
 * may answer `question`, what the other side said before.
 */
export function sensitiveNumbersIn(text: string, question = ''): SensitiveNumber[] {
  const found: (DigitRun & SensitiveNumber)[] = [];
  for (const run of runsIn(text)) {
    const kind = kindOf(run, text) ?? partOf(run, text, found.at(-1)) ?? answerOf(run, text, question);
    if (kind !== undefined) found.push({ ...run, kind });
  }
  return found.map(({ kind, start, end }) => ({ kind, start, end }));
}

/** Whole numbers, by their form. */
function kindOf({ digits, start, end }: DigitRun, text: string): Kind | undefined {
  const isCardLong = digits.length >= cardLengths.least && digits.length <= cardLengths.most;
  // Cards of payment networks begin with 2 to 6; a postcode and a phone number side by side rarely do.
  if (isCardLong && /^[2-6]/.test(digits) && passesLuhn(digits)) return 'card';
  const before = text.slice(Math.max(0, start - 80), start).toLowerCase();
  // A misheard digit breaks the checksum: what is announced as a card, or grouped as one, is one.
  const isOther = otherNumber.test(before);
  if (isCardLong && !isOther && cardShape.test(text.slice(start, end))) return 'card';
  if (isCardLong && /\b(?:card|visa|master\s?card|amex|credit|debit)\b/.test(before)) return 'card';
  if (digits.length !== 9) return undefined;
  const isWritten = /^\d{3}-\d{2}-\d{4}$/.test(text.slice(start, start + 11));
  const isAnnounced = /\b(?:social|ssn|s\.s\.n)\b/.test(before);
  return isAnnounced || (isWritten && isPossibleSsn(digits)) ? 'ssn' : undefined;
}

const otherNumber =
  /\b(?:order|invoice|tracking|reference|account|acct?|ac|a\/c|iban|ticket|serial|imei|barcode|meter|policy|claim|phone)\b[^.?!]*$/;
/** So many digits in a row, or groups of four. */
const cardShape = /^(?:\d{16}|3\d{14}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7})$/;

export const isAmount = ({ start, end }: DigitRun, text: string): boolean =>
  amountAround.before.test(text.slice(0, start)) || amountAround.after.test(text.slice(end));

/** Parts of numbers, such as the last four digits, that are named right before or after them. */
function partOf(run: DigitRun, text: string, last: (DigitRun & { readonly kind: Kind }) | undefined): Kind | undefined {
  if (run.digits.length < leastDigits.announced || run.digits.length > mostAnnounced || isAmount(run, text))
    return undefined;
  const before = text.slice(Math.max(0, run.start - 70), run.start);
  const after = text.slice(run.end, run.end + 50);
  const kind = kinds.find((each) => announces[each].test(before) || follows[each].test(after));
  if (kind !== undefined) return kind;
  // "1881 and my card is 4455": the first of two numbers that were asked for.
  if (run.digits.length >= leastDigits.asked && beginning.test(text.slice(0, run.start)) && isPaired(after))
    return 'ssn';
  // "Card 4111 then 2222": digits that continue a card number belongs to it.
  return last?.kind === 'card' && /^[\s,]*(?:then|and|next)?[\s,]*$/i.test(text.slice(last.end, run.start))
    ? 'card'
    : undefined;
}

const beginning = /^\W*(?:(?:yes|yeah|sure|ok|okay|it is|it's|its)\W+)*$/i;
const isPaired = (after: string): boolean => kinds.some((kind) => paired[kind].test(after));

const kinds = ['ssn', 'code', 'card'] as const satisfies readonly Kind[];

function answerOf(run: DigitRun, text: string, question: string): Kind | undefined {
  const isCode = asks.code.test(question);
  const least = isCode ? leastDigits.announced : leastDigits.asked;
  if (run.digits.length < least || run.digits.length > cardLengths.most || isAmount(run, text)) return undefined;
  return kinds.find((kind) => asks[kind].test(question));
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

const endsInTens = /\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/i;

/** Digits that follow one another, written or spoken. */
export function runsIn(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  let repeat = 1;
  for (const { 0: word, index } of text.matchAll(/\d+|[A-Za-z]+/g)) {
    const lower = word.toLowerCase();
    const times = lower === 'double' ? 2 : lower === 'triple' ? 3 : undefined;
    if (times !== undefined) {
      repeat = times;
      continue;
    }
    const one = /^\d/.test(word) ? word : (digitWords.get(lower) ?? tensWords.get(lower));
    if (one === undefined) {
      repeat = 1;
      continue;
    }
    const digits = one.repeat(repeat);
    const last = runs.at(-1);
    const gap = last === undefined ? undefined : text.slice(last.end, index).replace(/\b(?:double|triple)\b/gi, '');
    // "Forty one" is 41, not 401.
    const isUnit =
      last !== undefined && one.length === 1 && one !== '0' && endsInTens.test(text.slice(last.start, last.end));
    if (last !== undefined && gap !== undefined && isUnit && /^[\s-]$/.test(gap))
      runs[runs.length - 1] = { digits: last.digits.slice(0, -1) + one, start: last.start, end: index + word.length };
    else if (last !== undefined && gap !== undefined && joiner.test(gap) && !/[.]\s/.test(gap.slice(0, 2).trim()))
      runs[runs.length - 1] = { digits: last.digits + digits, start: last.start, end: index + word.length };
    else runs.push({ digits, start: index, end: index + word.length });
    repeat = 1;
  }
  return runs;
}
