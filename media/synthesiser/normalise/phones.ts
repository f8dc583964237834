import { eachDigit } from './numbers.ts';
import { type Rule, say } from './rule.ts';

/** Reads one group digit by digit, except the toll-free code "eight hundred". */
const groupWords = (digits: string): string => (digits === '800' ? 'eight hundred' : eachDigit(digits));

const dictate = (groups: readonly string[]): string =>
  groups
    .filter((group) => group !== '')
    .map(groupWords)
    .join(', ');

const extension = String.raw`(?:,?\s?(?:ext(?:ension|\.)?|x)\s?(\d{1,6})(?!\d))?`;

const withExtension = (line: string, digits: string | undefined) =>
  say(digits === undefined ? line : `${line}, extension ${eachDigit(digits)}`);

/** +1 415 555 0123, +919876543210, +44 (0)20 7946 0958. */
const international: Rule = {
  pattern: new RegExp(String.raw`\+(\d{1,3}(?:[\s.-]?\(?\d{1,14}\)?){1,6})(?![\d-])${extension}`, 'iy'),
  figure: true,
  read: ([, number = '', ext]) => {
    const digits = number.replace(/\D/g, '');
    if (digits.length < 8 || digits.length > 15) return undefined;
    return withExtension(`plus ${dictate(groupsOf(number))}`, ext);
  },
};

/** Keeps the written grouping. An unbroken number is split into country code and the grouping usual there. */
function groupsOf(number: string): string[] {
  const written = number.split(/\D+/).filter((group) => group !== '');
  return written.flatMap((group, index) => {
    if (group.length < 7) return [group];
    const code = index === 0 ? countryCode(group) : '';
    return [code, ...regroup(group.slice(code.length), code || (written[0] as string))];
  });
}

/** One digit for North America and Russia, two for the most common others. A wrong guess only moves a pause. */
const countryCode = (digits: string): string =>
  /^[17]/.test(digits) ? digits.slice(0, 1) : digits.slice(0, digits.length - 10 === 3 ? 3 : 2);

function regroup(digits: string, code: string): string[] {
  if (code === '91' && digits.length === 10) return [digits.slice(0, 5), digits.slice(5)];
  if (digits.length === 10) return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return digits.match(/\d{1,3}(?!\d$)|\d{1,4}/g) ?? [digits];
}

/** (415) 555-0123, 415-555-0123, 1-800-555-0199, 415.555.0123. */
const northAmerican: Rule = {
  pattern: new RegExp(
    String.raw`(?:(1)[\s.-])?(?:\((\d{3})\)\s?|(\d{3})[\s.-])(\d{3})[\s.-](\d{4})(?![\d-])${extension}`,
    'iy',
  ),
  figure: true,
  read: ([, first = '', inBrackets, plain, exchange = '', line = '', ext]) =>
    withExtension(dictate([first, inBrackets ?? plain ?? '', exchange, line]), ext),
};

/** 555-0123. */
const local: Rule = {
  pattern: new RegExp(String.raw`(\d{3})-(\d{4})(?![\d-])${extension}`, 'iy'),
  figure: true,
  read: ([, exchange = '', line = '', ext]) => withExtension(dictate([exchange, line]), ext),
};

/** 98765 43210, 07700 900123, 020 7946 0958. */
const spaced: Rule = {
  pattern: /(0\d{2,4}[\s-]\d{3,4}[\s-]?\d{3,4}|\d{5}\s\d{5})(?![\d-])/y,
  figure: true,
  read: ([, number = '']) => say(dictate(number.split(/\D+/))),
};

/** Ten digits in a row. */
const unbroken: Rule = {
  pattern: /(\d{10})(?![\d.,]\d|\d)/y,
  figure: true,
  read: ([, digits = '']) => say(dictate([digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)])),
};

export const phoneRules: readonly Rule[] = [international, northAmerican, local, spaced, unbroken];
