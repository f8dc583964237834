import { digitWords } from './numbers.ts';

/** What stands for a number that must not be stored. */
const redacted = { card: '[card number]', ssn: '[social security number]' } as const;

interface DigitRun {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

const cardLengths = { least: 13, most: 19 } as const;
/** Between the digits of one number; a sentence end or another word ends it. */
const joiner = /^[\s,.-]{0,3}$/;

/** Replaces payment card and US social security numbers, in digits or spoken one by one. */
export function redact(text: string): string {
  const spans = runsIn(text).flatMap((run) => {
    const kind = kindOf(run, text);
    return kind === undefined ? [] : [{ ...run, by: redacted[kind] }];
  });
  return spans.reduceRight((now, { start, end, by }) => now.slice(0, start) + by + now.slice(end), text);
}

function kindOf({ digits, start }: DigitRun, text: string): keyof typeof redacted | undefined {
  const isCardLong = digits.length >= cardLengths.least && digits.length <= cardLengths.most;
  if (isCardLong && passesLuhn(digits)) return 'card';
  const before = text.slice(Math.max(0, start - 80), start).toLowerCase();
  // A misheard digit breaks the checksum: what is announced as a card is one.
  if (isCardLong && /\b(?:card|visa|master\s?card|amex|credit|debit)\b/.test(before)) return 'card';
  if (digits.length !== 9) return undefined;
  const isWritten = /^\d{3}-\d{2}-\d{4}$/.test(text.slice(start, start + 11));
  const isAnnounced = /\b(?:social|ssn|s\.s\.n)\b/.test(before);
  return isAnnounced || (isWritten && isPossibleSsn(digits)) ? 'ssn' : undefined;
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

/** Digits that follow one another, written or spoken. */
function runsIn(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  let repeat = 1;
  for (const { 0: word, index } of text.matchAll(/\d+|[A-Za-z]+/g)) {
    const lower = word.toLowerCase();
    const times = lower === 'double' ? 2 : lower === 'triple' ? 3 : undefined;
    if (times !== undefined) {
      repeat = times;
      continue;
    }
    const one = /^\d/.test(word) ? word : digitWords.get(lower);
    if (one === undefined) {
      repeat = 1;
      continue;
    }
    const digits = one.repeat(repeat);
    const last = runs.at(-1);
    const gap = last === undefined ? undefined : text.slice(last.end, index).replace(/\b(?:double|triple)\b/gi, '');
    if (last !== undefined && gap !== undefined && joiner.test(gap) && !/[.]\s/.test(gap.slice(0, 2).trim()))
      runs[runs.length - 1] = { digits: last.digits + digits, start: last.start, end: index + word.length };
    else runs.push({ digits, start: index, end: index + word.length });
    repeat = 1;
  }
  return runs;
}
