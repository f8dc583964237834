import { numberWords, writtenNumbers } from '../../language/number-words.ts';

/** The embedded voice supports English only. */
const written = writtenNumbers('en');
const hundred = written.cardinal(100);

/** "twelve thousand three hundred four". Accepts whole digits only; more than 18 are read one by one. */
export function cardinal(digits: string): string {
  const plain = digits.replace(/^0+(?=\d)/, '');
  if (plain.length > 18) return eachDigit(digits);
  const groups: string[] = [];
  for (let end = plain.length, scale = 0; end > 0; end -= 3, scale++) {
    const group = Number(plain.slice(Math.max(0, end - 3), end));
    if (group > 0)
      groups.unshift(`${belowThousand(group)} ${scale === 0 ? '' : written.cardinal(1000 ** scale)}`.trim());
  }
  return groups.length === 0 ? written.cardinal(0) : groups.join(' ');
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const words = hundreds > 0 ? [`${written.cardinal(hundreds)} ${hundred}`] : [];
  if (rest > 0) words.push(belowHundred(rest));
  return words.join(' ');
}

export function belowHundred(value: number): string {
  const ones = value % 10;
  return value < 20 || ones === 0
    ? written.cardinal(value)
    : `${written.cardinal(value - ones)} ${written.cardinal(ones)}`;
}

export function ordinal(digits: string): string {
  const words = cardinal(digits).split(' ');
  const last = words.pop() as string;
  return [...words, written.ordinal(numberWords.cardinals.get(last) ?? numberWords.scales.get(last) ?? 0)].join(' ');
}

export const eachDigit = (digits: string): string =>
  [...digits].map((digit) => written.cardinal(Number(digit))).join(' ');

/** "1,234.50" and "0.5": digits after the point are read one by one. */
export function decimal(text: string): string {
  const [whole = '', part] = text.replaceAll(',', '').split('.');
  const before = whole === '' ? '' : cardinal(whole);
  return part === undefined || part === '' ? before : `${before} point ${eachDigit(part)}`.trim();
}

/** Reads four digits as a year. */
export function year(digits: string): string {
  const century = Number(digits.slice(0, 2));
  const rest = Number(digits.slice(2));
  if (century % 10 === 0 && rest < 10) return cardinal(digits);
  if (rest === 0) return `${belowHundred(century)} ${hundred}`;
  return `${belowHundred(century)} ${rest < 10 ? `oh ${written.cardinal(rest)}` : belowHundred(rest)}`;
}

/** Reads digits as room and house numbers: 204 "two oh four", 1250 "twelve fifty", 900 "nine hundred". */
export function inPairs(digits: string): string {
  if (digits.length < 3 || digits.length > 4 || digits.startsWith('0')) return label(digits);
  const head = digits.slice(0, -2);
  const rest = Number(digits.slice(-2));
  if (rest === 0) return head.endsWith('0') ? cardinal(digits) : `${cardinal(head)} ${hundred}`;
  return `${cardinal(head)} ${rest < 10 ? `oh ${written.cardinal(rest)}` : belowHundred(rest)}`;
}

/** Reads identifying digits: up to two as a number, more one by one. */
export const label = (digits: string): string =>
  digits.length <= 2 && !digits.startsWith('0') ? cardinal(digits) : eachDigit(digits);

/** Digits with or without thousands separators, optionally with decimals. */
export const figurePattern = String.raw`(?:\d{1,3}(?:,\d{2,3}){1,6}(?!\d)|\d{1,40})(?:\.\d{1,40})?`;

export const isOne = (figure: string): boolean => /^0*1$/.test(figure.replaceAll(',', ''));
