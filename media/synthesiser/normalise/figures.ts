import { cardinal, decimal, eachDigit, figurePattern, inPairs, ordinal, year } from './numbers.ts';
import { type Rule, type Surroundings, say } from './rule.ts';

const parts: Readonly<Record<string, string>> = {
  '2': 'half',
  '3': 'third',
  '4': 'quarter',
  '5': 'fifth',
  '6': 'sixth',
  '7': 'seventh',
  '8': 'eighth',
  '9': 'ninth',
  '10': 'tenth',
};
const single: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
};

/** 1st, 21st, 1,000th. */
const ordinals: Rule = {
  pattern: /(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:st|nd|rd|th)(?!\p{L})/iuy,
  figure: true,
  read: ([, digits = '']) => say(ordinal(digits.replaceAll(',', ''))),
};

/** 1/2, 3/4, 2 1/2, ¾, 2½. */
const fraction: Rule = {
  pattern: /(?:(\d{1,6})\s)?(\d{1,2})\/(\d{1,2})(?![\d/])|(\d{1,6})?\s?([½⅓⅔¼¾⅕⅛⅜⅝⅞])/uy,
  figure: true,
  read: ([, whole, above, below, wholeBefore, sign]) => {
    const [over = '', under = ''] = sign === undefined ? [above, below] : (single[sign] ?? '').split('/');
    const part = parts[under];
    const before = whole ?? wholeBefore;
    if (part === undefined || Number(over) >= Number(under) || Number(over) === 0) return undefined;
    const words = partWords(over, part, before !== undefined);
    return say(before === undefined ? words : `${cardinal(before)} and ${words}`);
  },
};

function partWords(over: string, part: string, mixed: boolean): string {
  if (over === '1') return `${mixed ? (part === 'eighth' ? 'an' : 'a') : 'one'} ${part}`;
  return `${cardinal(over)} ${part === 'half' ? 'halves' : `${part}s`}`;
}

/** 1.2.3: a version or an address. */
const dotted: Rule = {
  pattern: /(v)\d{1,6}(?:\.\d{1,6}){1,6}(?!\d)|\d{1,6}(?:\.\d{1,6}){2,6}(?!\d)/iy,
  figure: true,
  read: ([all, version]) => {
    const parts = all
      .replace(/^v/i, '')
      .split('.')
      .map((digits) => (digits.length > 2 ? eachDigit(digits) : cardinal(digits)));
    return say(`${version === undefined ? '' : 'version '}${parts.join(' point ')}`);
  },
};

const follows = String.raw`(?:\s(?:number|code|no\.?|is|was))*[\s#:]*$`;
/** Words after which a figure is a name and read in pairs. */
const naming = new RegExp(String.raw`\b(?:room|suite|apartment|apt\.?|unit|flight|gate|route|highway)${follows}`, 'i');
/** Words after which a figure is read digit by digit. */
const dictated = new RegExp(
  String.raw`\b(?:extension|ext\.?|pin|code|account|order|ticket|invoice|reference|confirmation|case|ending in|zip|passcode|otp|id|number)${follows}`,
  'i',
);
/** Words before short numbers that are dialled. */
const dialled = /\b(?:call|dial|phone|ring|text)\s$/i;
const dated = /\b(?:in|since|of|by|from|until|till|before|after|year|during|early|late|mid|circa)[\s-]*$/i;
const street =
  /^\s(?:(?:[NSEW]|North|South|East|West)\.?\s)?(?:[A-Z][\p{L}'.-]*\s){1,3}?(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Way|Ct|Court|Pl|Place|Sq|Square|Hwy|Highway|Pkwy|Parkway)\b/u;
const ordinalStreet = /^\s\d{1,3}(?:st|nd|rd|th)\s(?:St|Street|Ave|Avenue)\b/;

/** Any other figure. */
const number: Rule = {
  pattern: new RegExp(String.raw`([-−]?)(${figurePattern})(s\b)?`, 'uy'),
  figure: true,
  read: ([, minus = '', figure = '', plural = ''], around) => {
    const words = figureWords(figure, around);
    const spokenWords = plural === '' ? words : words.replace(/y$/, 'ie').replace(/x$/, 'xe').concat('s');
    // After a word a hyphen joins; it is a minus sign only if nothing precedes it.
    const negative = minus !== '' && !/[\p{L}\d)]$/u.test(around.before);
    return say(`${negative ? 'minus ' : ''}${spokenWords}`);
  },
};

/** .5 */
const bareDecimal: Rule = {
  pattern: /([-−]?)\.(\d{1,20})(?![.\d])/y,
  figure: true,
  read: ([, minus = '', digits = '']) => say(`${minus === '' ? '' : 'minus '}point ${eachDigit(digits)}`),
};

function figureWords(figure: string, { before, after }: Surroundings): string {
  if (!/^\d+$/.test(figure)) return decimal(figure);
  if (figure.length > 1 && figure.startsWith('0')) return eachDigit(figure);
  const near = before.slice(-40);
  if (figure.length === 5 && /\b[A-Z]{2}\s$/.test(near)) return eachDigit(figure);
  if (figure.length >= 3 && (dictated.test(near) || (figure.length <= 6 && dialled.test(near))))
    return inGroups(figure);
  if (figure.length >= 3 && naming.test(near)) return figure.length <= 4 ? inPairs(figure) : inGroups(figure);
  if (figure.length >= 3 && figure.length <= 4 && (street.test(after.slice(0, 60)) || ordinalStreet.test(after))) {
    return inPairs(figure);
  }
  const value = Number(figure);
  if (figure.length === 4 && value >= 1100 && (value >= 1900 ? value < 2100 : value < 1900 && dated.test(near))) {
    return year(figure);
  }
  return figure.length > 6 && !/^[1-9]\d?0{5,}$/.test(figure) ? inGroups(figure) : cardinal(figure);
}

/** Digits one by one, with a short pause after every three. */
const inGroups = (figure: string): string =>
  (figure.length <= 5 ? [figure] : (figure.match(/\d{1,3}(?!\d$)|\d{1,4}/g) ?? [figure])).map(eachDigit).join(', ');

export const figureRules: readonly Rule[] = [ordinals, fraction, dotted, number, bareDecimal];
