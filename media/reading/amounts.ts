import { languages } from '../language/languages.ts';
import { numberWords } from '../language/number-words.ts';
import type { Span } from '../text/words.ts';
import { plainToken, type Token, tokensOf } from './tokens.ts';
import { writtenNumber } from './written-number.ts';

/** A number that counts or measures something. */
export interface Amount extends Span {
  readonly value: number;
  /** Upper limit of a range such as "10 to 15 lakh", whose lower one is `value`. */
  readonly high: number | undefined;
  readonly isMoney: boolean;
}

const lists = languages.flatMap(({ reading }) => reading?.amounts ?? []);
type List = (typeof lists)[number];
const setOf = (pick: (list: List) => readonly string[] | undefined): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => pick(list) ?? []).map(plainToken));
const mapOf = (pick: (list: List) => Readonly<Record<string, number>> | undefined): ReadonlyMap<string, number> =>
  new Map(lists.flatMap((list) => Object.entries(pick(list) ?? {})).map(([word, value]) => [plainToken(word), value]));

const scaleWords = new Map([...numberWords.scales, ...mapOf((list) => list.scaleWords)]);
const scaleLetters = mapOf((list) => list.scaleLetters);
const fractions = new Map([...mapOf((list) => list.fractions), ['½', 0.5], ['¼', 0.25], ['¾', 0.75]]);
const several = mapOf((list) => list.several);
const isOf = setOf((list) => list.of);
const isPoint = setOf((list) => list.point);
const isMinus = setOf((list) => list.minus);
const isCurrency = setOf((list) => list.currencies);
const isCommaCurrency = setOf((list) => list.commaCurrencies);
const mayFollow = setOf((list) => list.mayFollow);
const isHundredth = setOf((list) => list.hundredths);
const opensRange = setOf((list) => list.rangeOpens);
const joinsRange = setOf((list) => list.rangeJoins);
const beforePronoun = setOf((list) => list.beforePronoun);
const afterPronoun = setOf((list) => list.afterPronoun);
const afterPronounOne = setOf((list) => list.afterPronounOne);
const isNoOne = setOf((list) => list.afterOneCurrency);
const partsBefore = mapOf((list) => list.partsBefore);
const beforeScale = mapOf((list) => list.beforeScale);
/** Multipliers and currencies of the languages of `beforeScale`. */
const scalesOfThese = setOf((list) => list.beforeScale && [...Object.keys(list.scaleWords), ...list.currencies]);
const { cardinals, articles, joins } = numberWords;
/** Number words, and those for reading figures aloud. */
const quantities = new Map([
  ...languages.flatMap(({ spoken }) =>
    (spoken?.cardinals ?? []).map((word, value) => [plainToken(word), value] as const),
  ),
  ...numberWords.quantities,
]);

interface Read {
  readonly value: number;
  readonly next: number;
  /** Largest multiplier of the number, 1 without one. */
  readonly scale: number;
  readonly isMoney: boolean;
  /** Whether the number is one or two words below 100 without a multiplier. */
  readonly isShort: boolean;
}

/** Returns the amounts of a text in order: digits and words, with their scales, halves, points and limits. */
export function amountsIn(text: string): Amount[] {
  const tokens = tokensOf(text);
  const amounts: Amount[] = [];
  let at = 0;
  while (at < tokens.length) {
    const first = readAmount(tokens, at);
    if (first === undefined) {
      at += 1;
      continue;
    }
    const range = rangeFrom(tokens, at, first);
    const { value, next, isMoney } = range ?? first;
    if (!isPronoun(tokens, at, first))
      amounts.push({
        value,
        high: range?.high,
        isMoney,
        start: (tokens[at] as Token).start,
        end: (tokens[next - 1] as Token).end,
      });
    at = next;
  }
  return amounts;
}

function isPronoun(tokens: readonly Token[], at: number, { value, next }: Read): boolean {
  const after = tokens[next]?.isNext === true ? (tokens[next]?.plain ?? '') : '';
  if (value !== 1 || tokens[at]?.digits !== undefined) return afterPronoun.has(after);
  return beforePronoun.has(tokens[at - 1]?.plain ?? '') || afterPronounOne.has(after);
}

interface RangeRead extends Read {
  readonly high: number;
}

/** "Between ten and fifteen thousand", "5-10k", "two or three hundred": the lower limit shares the scale. */
function rangeFrom(tokens: readonly Token[], at: number, low: Read): RangeRead | undefined {
  const join = tokens[low.next];
  if (join === undefined || !joinsRange.has(join.plain)) return undefined;
  const isOpened = opensRange.has(tokens[at - 1]?.plain ?? '');
  if (joins.has(join.plain) && !isOpened) return undefined;
  const high = readAmount(tokens, low.next + 1);
  if (high === undefined) return undefined;
  const shared = low.scale === 1 && high.scale > 1 && low.value < high.value / high.scale ? high.scale : 1;
  const value = low.value * shared;
  return value < high.value ? { ...high, value, high: high.value, isMoney: low.isMoney || high.isMoney } : undefined;
}

/** Reads one amount with its sign and currency. */
function readAmount(tokens: readonly Token[], from: number): Read | undefined {
  const isNegative = isMinus.has(tokens[from]?.plain ?? '') && (from === 0 || tokens[from - 1]?.digits === undefined);
  let at = isNegative ? from + 1 : from;
  const sign = tokens[at]?.plain ?? '';
  const single = singleAt(tokens, at);
  if (single !== undefined) return single;
  const hasSign = isCurrency.has(sign);
  if (hasSign) at += tokens[at + 1]?.plain === '.' ? 2 : 1;
  const read = readNumber(tokens, at, isCommaCurrency.has(sign) || isCommaCurrency.has(afterDigits(tokens, at)));
  if (read === undefined) return undefined;
  const withUnit = readUnit(tokens, read, hasSign);
  return isNegative ? { ...withUnit, value: -withUnit.value } : withUnit;
}

/** "A dollar" is one, "a dollar bill" is not. */
function singleAt(tokens: readonly Token[], at: number): Read | undefined {
  if (!articles.has(tokens[at]?.plain ?? '')) return undefined;
  const [unit, after] = [tokens[at + 1], tokens[at + 2]];
  if (
    unit === undefined ||
    !/^\p{L}{3,}$/u.test(unit.plain) ||
    !(isCurrency.has(unit.plain) || isHundredth.has(unit.plain))
  )
    return undefined;
  if (after?.isNext === true && isNoOne.has(after.plain)) return undefined;
  const oneUnit = { next: at + 2, scale: 1, isMoney: true, isShort: true };
  return isHundredth.has(unit.plain)
    ? { ...oneUnit, value: 0.01 }
    : readUnit(tokens, { ...oneUnit, value: 1, next: at + 1 }, false);
}

/** Returns the word after a run of digits: the currency of "1 250,50 euros". */
function afterDigits(tokens: readonly Token[], at: number): string {
  let next = at;
  while (tokens[next]?.digits !== undefined) next += 1;
  return tokens[next]?.plain ?? '';
}

/** Adds the currency and its hundredths: "five pounds fifty", "50 cents", "$40 and 50 cents". */
function readUnit(tokens: readonly Token[], read: Read, hasSign: boolean): Read {
  const unit = tokens[read.next]?.plain ?? '';
  // "$.40 cents" and "0.50 cents" are parts of the whole unit.
  const isPart = hasSign || (read.value < 1 && tokens[read.next - 1]?.digits?.includes('.') === true);
  if (isHundredth.has(unit))
    return { ...read, value: isPart ? read.value : read.value / 100, next: read.next + 1, isMoney: true };
  const isNamed = isCurrency.has(unit);
  if (!isNamed && !hasSign) return asPrice(tokens, read);
  const next = isNamed ? read.next + 1 : read.next;
  const priced = isNamed ? asPrice(tokens, read) : read;
  const joined = joins.has(tokens[next]?.plain ?? '') ? next + 1 : next;
  const rest = readNumber(tokens, joined, false);
  const isRest =
    rest !== undefined &&
    Number.isInteger(rest.value) &&
    rest.value < 100 &&
    rest.isShort &&
    Number.isInteger(read.value);
  const isCents = isRest && isHundredth.has(tokens[rest.next]?.plain ?? '');
  if (isRest && (isCents || (isNamed && joined === next && rest.value >= 5 && !hasUnitAfter(tokens, rest.next))))
    return { ...read, value: read.value + rest.value / 100, next: rest.next + (isCents ? 1 : 0), isMoney: true };
  return { ...priced, next, isMoney: true };
}

const hasUnitAfter = (tokens: readonly Token[], at: number): boolean =>
  tokens[at] !== undefined &&
  !mayFollow.has((tokens[at] as Token).plain) &&
  /\p{L}|[-–]/u.test((tokens[at] as Token).plain);

/** "Ninety nine ninety five" is a price; "nineteen eighty four" a year unless a currency follows. */
function asPrice(tokens: readonly Token[], read: Read): Read {
  return read.isShort && tokens[read.next - 1]?.digits === undefined ? (pairOf(tokens, read) ?? read) : read;
}

function pairOf(tokens: readonly Token[], read: Read): Read | undefined {
  const rest = readNumber(tokens, read.next, false);
  if (rest === undefined || !rest.isShort || rest.value < 10 || rest.value > 99 || read.value < 10) return undefined;
  if (tokens[rest.next - 1]?.digits !== undefined || !Number.isInteger(rest.value)) return undefined;
  const hasCurrency = isCurrency.has(tokens[rest.next]?.plain ?? '');
  if (!hasCurrency && (read.value === 19 || read.value === 20 || hasUnitAfter(tokens, rest.next))) return undefined;
  return { ...read, value: read.value + rest.value / 100, next: rest.next + (hasCurrency ? 1 : 0), isMoney: true };
}

/** Reads a number without sign and currency. */
function readNumber(tokens: readonly Token[], from: number, isComma: boolean): Read | undefined {
  const part = readFraction(tokens, from) ?? readSeveral(tokens, from);
  if (part !== undefined) return part;
  let [total, current, largest, last] = [0, undefined as number | undefined, 1, Number.POSITIVE_INFINITY];
  let [at, end] = [from, from];
  while (at < tokens.length && (at === from || tokens[at]?.isNext === true)) {
    const step = readStep(tokens, at, { current, total, last, isComma });
    if (step === undefined) break;
    if (step.kind === 'join') {
      at += 1;
      continue;
    }
    if (step.kind === 'scale') {
      const whole = (current ?? 1) * step.value;
      // Indian counting multiplies further: "two thousand crore".
      total = step.value > last ? (total + (current ?? 0)) * step.value : step.value >= 1000 ? total + whole : total;
      current = step.value >= 1000 ? 0 : whole;
      if (step.value >= 1000) last = step.value;
      largest = Math.max(largest, step.value);
    } else if (step.kind === 'part') {
      const base = current === undefined || current === 0 ? Math.max(1, Math.min(last, largest)) : 1;
      current = (current ?? 0) + step.value * base;
    } else current = (current ?? 0) + step.value;
    at = step.next;
    end = at;
  }
  if (end === from) return undefined;
  const isShort = largest === 1 && end - from <= 3;
  return { value: round(total + (current ?? 0)), next: end, scale: largest, isMoney: false, isShort };
}

interface Sum {
  readonly current: number | undefined;
  readonly total: number;
  /** Last multiplier of 1,000 or more. */
  readonly last: number;
  readonly isComma: boolean;
}

type Step = { readonly kind: 'value' | 'scale' | 'part' | 'join'; readonly value: number; readonly next: number };

/** Returns how the token continues a number; undefined if it does not. */
function readStep(tokens: readonly Token[], at: number, sum: Sum): Step | undefined {
  const token = tokens[at] as Token;
  const { current, total, last } = sum;
  const isOpen = current === undefined || (current === 0 && total > 0);
  if (token.digits !== undefined) {
    const digits = readDigits(tokens, at, sum.isComma);
    return isOpen && digits !== undefined && digits.value < last ? { kind: 'value', ...digits } : undefined;
  }
  const part = partsBefore.get(token.plain);
  if (part !== undefined && isOpen) return wholeAfter(tokens, at + 1, part);
  const scale = scaleOf(tokens, at);
  if (scale !== undefined && (current !== undefined || articles.has(tokens[at - 1]?.plain ?? '')))
    return current === 0 && total > 0 && scale < last ? undefined : { kind: 'scale', value: scale, next: at + 1 };
  const value = quantityAt(tokens, at);
  if (value !== undefined) return fits(current, value, last) ? { kind: 'value', value, next: at + 1 } : undefined;
  if (token.plain === '-' && isTens(current)) {
    const one = quantities.get(tokens[at + 1]?.plain ?? '');
    return one !== undefined && one > 0 && one < 10 ? { kind: 'join', value: 0, next: at + 1 } : undefined;
  }
  if (isPoint.has(token.plain)) return pointAt(tokens, at);
  if (articles.has(token.plain) && isOpen && scaleOf(tokens, at + 1) !== undefined)
    return current === undefined ? { kind: 'join', value: 0, next: at + 1 } : undefined;
  if (current !== undefined && fractions.has(token.plain) && !/\p{L}/u.test(token.plain))
    return { kind: 'part', value: fractions.get(token.plain) as number, next: at + 1 };
  if (!joins.has(token.plain) || current === undefined) return undefined;
  return partAfter(tokens, at + 1) ?? joinAt(tokens, at, current + total, current);
}

const quantityAt = (tokens: readonly Token[], at: number): number | undefined => {
  const { plain } = tokens[at] as Token;
  const isBefore = scalesOfThese.has(tokens[at + 1]?.plain ?? '');
  return (isBefore ? beforeScale.get(plain) : undefined) ?? quantities.get(plain);
};

/** "साढ़े तीन" is three and a half, "सवा लाख" one lakh and a quarter. */
function wholeAfter(tokens: readonly Token[], at: number, part: number): Step | undefined {
  const next = tokens[at];
  if (next === undefined) return undefined;
  if (scalesOfThese.has(next.plain)) return { kind: 'value', value: 1 + part, next: at };
  const whole = next.digits === undefined ? quantityAt(tokens, at) : Number(next.digits);
  return whole === undefined || !(whole < 100) ? undefined : { kind: 'value', value: whole + part, next: at + 1 };
}

const isTens = (current: number | undefined): boolean =>
  current !== undefined && current % 100 >= 20 && current % 10 === 0;

/** "Twenty five" is one number; "five six" is two. */
function fits(current: number | undefined, value: number, last: number): boolean {
  if (value >= last) return false;
  if (current === undefined || current === 0) return current === undefined || last < Number.POSITIVE_INFINITY;
  return (current % 100 === 0 && value > 0) || (isTens(current) && value < 10 && value > 0);
}

/** "And" joins hundreds or thousands with a smaller number: "a hundred and ten". */
function joinAt(tokens: readonly Token[], at: number, sum: number, current: number): Step | undefined {
  const next = tokens[at + 1];
  const value = next === undefined ? undefined : quantities.get(next.plain);
  return value !== undefined && value > 0 && sum > 0 && current % 100 === 0
    ? { kind: 'join', value: 0, next: at + 1 }
    : undefined;
}

/** "... and a half", "... and three quarters". */
function partAfter(tokens: readonly Token[], at: number): Step | undefined {
  const count = articles.has(tokens[at]?.plain ?? '') ? 1 : quantities.get(tokens[at]?.plain ?? '');
  const direct = fractions.get(tokens[at]?.plain ?? '');
  if (direct !== undefined) return { kind: 'part', value: direct, next: at + 1 };
  const part = fractions.get(tokens[at + 1]?.plain ?? '');
  return count === undefined || part === undefined ? undefined : { kind: 'part', value: count * part, next: at + 2 };
}

/** "Point five", "point oh five": the digits after the point one by one. */
function pointAt(tokens: readonly Token[], at: number): Step | undefined {
  let digits = '';
  let next = at + 1;
  for (; next < tokens.length; next += 1) {
    const { plain, digits: written } = tokens[next] as Token;
    const value = written ?? cardinals.get(plain);
    if (value === undefined || Number(value) > 99 || (Number(value) > 9 && digits !== '')) break;
    digits += String(value);
  }
  return digits === '' ? undefined : { kind: 'value', value: Number(`0.${digits}`), next };
}

function scaleOf(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  const before = tokens[at - 1];
  const letter = before?.digits !== undefined && before.end === token.start ? scaleLetters.get(token.plain) : undefined;
  return scaleWords.get(token.plain) ?? letter;
}

/** Digits with separators, "5 1/2", groups of three separated by spaces before a currency. */
function readDigits(
  tokens: readonly Token[],
  at: number,
  isComma: boolean,
): { readonly value: number; readonly next: number } | undefined {
  const { digits = '' } = tokens[at] as Token;
  let next = at + 1;
  let written = digits;
  while (isComma && /^\d{1,3}$/.test(digits) && /^\d{3}(?:,\d{1,2})?$/.test(tokens[next]?.digits ?? '')) {
    written += tokens[next]?.digits ?? '';
    next += 1;
  }
  const half = mixedFraction(tokens, next);
  if (half !== undefined && /^\d+$/.test(written)) return { value: Number(written) + half, next: next + 2 };
  const exponent = tokens[next];
  if (exponent !== undefined && exponent.plain === 'e' && exponent.start === tokens[next - 1]?.end) {
    const power = tokens[next + 1]?.digits;
    return power === undefined ? undefined : { value: Number(`${written}e${power}`), next: next + 2 };
  }
  const value = writtenNumber(written, isComma);
  return value === undefined || !Number.isFinite(value) ? undefined : { value, next };
}

/** "1/2" after a number: the sign between the digits is not a token. */
function mixedFraction(tokens: readonly Token[], at: number): number | undefined {
  const [top, bottom] = [tokens[at], tokens[at + 1]];
  const isClose = top !== undefined && bottom !== undefined && bottom.start === top.end + 1 && !bottom.isNext;
  if (!isClose || !/^[1-9]$/.test(top.plain) || !/^[2-9]$/.test(bottom.plain)) return undefined;
  return Number(top.plain) / Number(bottom.plain);
}

/** "Half a million", "a quarter of a crore", "three quarters", "a half", "two thirds". */
function readFraction(tokens: readonly Token[], from: number): Read | undefined {
  const count = articles.has(tokens[from]?.plain ?? '') ? 1 : quantities.get(tokens[from]?.plain ?? '');
  const at = count === undefined || fractions.has(tokens[from]?.plain ?? '') ? from : from + 1;
  const part = fractions.get(tokens[at]?.plain ?? '');
  if (part === undefined || (at > from && count === undefined)) return undefined;
  const value = part * (at > from ? (count ?? 1) : 1);
  let next = at + 1;
  while (isOf.has(tokens[next]?.plain ?? '') || articles.has(tokens[next]?.plain ?? '')) next += 1;
  const unit = scaleOf(tokens, next) ?? several.get(tokens[next]?.plain ?? '');
  if (unit !== undefined)
    return { value: round(value * unit), next: next + 1, scale: unit, isMoney: false, isShort: false };
  return { value, next: at + 1, scale: 1, isMoney: false, isShort: false };
}

/** "A couple of hundred", "two dozen". */
function readSeveral(tokens: readonly Token[], from: number): Read | undefined {
  const first = tokens[from]?.plain ?? '';
  const count = articles.has(first) ? 1 : (quantities.get(first) ?? undefined);
  const at = count === undefined ? from : from + 1;
  const each = several.get(tokens[at]?.plain ?? '');
  if (each === undefined) return undefined;
  const next = isOf.has(tokens[at + 1]?.plain ?? '') ? at + 2 : at + 1;
  const scale = scaleOf(tokens, next);
  const value = (count ?? 1) * each * (scale ?? 1);
  return { value, next: scale === undefined ? at + 1 : next + 1, scale: scale ?? 1, isMoney: false, isShort: false };
}

/** Removes the error of binary fractions: 1.1 × 1,000 is 1,100. */
const round = (value: number): number => Number(value.toPrecision(12));
