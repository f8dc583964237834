import type { SpokenToken } from '../spoken-token.ts';
import { cardinal, ordinal, year } from './numbers.ts';
import { type Rule, type Surroundings, say } from './rule.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const monthPattern =
  '(Jan(?:uary|\\b)|Feb(?:ruary|\\b)|Mar(?:ch|\\b)|Apr(?:il|\\b)|May\\b|June?\\b|July?\\b|Aug(?:ust|\\b)|Sept?(?:ember|\\b)|Oct(?:ober|\\b)|Nov(?:ember|\\b)|Dec(?:ember|\\b))';

const monthOf = (name: string): string | undefined =>
  months.find((month) => month.startsWith(`${name[0]?.toUpperCase()}${name.slice(1, 3).toLowerCase()}`));

const isDay = (day: string): boolean => Number(day) >= 1 && Number(day) <= 31;

/** "November twenty first, twenty twenty six". */
function dateTokens(month: string, day: string, years?: string): SpokenToken[] {
  return say(`${month} ${ordinal(day)}${years === undefined ? '' : `, ${year(fourDigits(years))}`}`);
}

/** Two-digit years up to 69 belong to this century. */
const fourDigits = (years: string): string =>
  years.length === 4 ? years : `${Number(years) < 70 ? '20' : '19'}${years}`;

function numericDate(first: string, second: string, years: string | undefined, around: Surroundings) {
  const dayFirst =
    Number(first) > 12 || (Number(second) <= 12 && (around.options.dateOrder ?? 'month-first') === 'day-first');
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const name = months[Number(month) - 1];
  return name !== undefined && isDay(day) ? dateTokens(name, day, years) : undefined;
}

const isoDate: Rule = {
  pattern: /(\d{4})[-/](\d{2})[-/](\d{2})(?![\d-])/y,
  figure: true,
  read: ([, years = '', month, day = '']) => {
    const name = months[Number(month) - 1];
    return name !== undefined && isDay(day) ? dateTokens(name, day, years) : undefined;
  },
};

/** 21/11/2026, 11/21/26, 21.11.2026 (dots: always day first). */
const slashDate: Rule = {
  pattern: /(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d./-]\d)(?!\d)/y,
  figure: true,
  read: ([, first = '', sign, second = '', years = ''], around) =>
    sign === '.'
      ? numericDate(first, second, years, { ...around, options: { ...around.options, dateOrder: 'day-first' } })
      : numericDate(first, second, years, around),
};

/** 11/21, unless it could be a common fraction. */
const shortDate: Rule = {
  pattern: /(\d{1,2})\/(\d{1,2})(?![\d/])/y,
  figure: true,
  read: ([, first = '', second = ''], around) => {
    if (first === '24' && second === '7') return say('twenty four seven');
    const fraction = Number(first) < Number(second) && Number(second) <= 10;
    return fraction || Number(first) === 0 ? undefined : numericDate(first, second, undefined, around);
  },
};

/** Nov 21, November 21st, 2026. */
const monthDay: Rule = {
  pattern: new RegExp(
    String.raw`${monthPattern}\.?\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:%\p{L}]|[.,/]\d)(?:,?\s(\d{4})(?![\d:%\p{L}]|[.,]\d))?`,
    'uiy',
  ),
  figure: true,
  read: ([all, name = '', day = '', years]) => {
    const month = monthOf(name);
    if (month === undefined || !isDay(day) || !/^[A-Z]/.test(all)) return undefined;
    return dateTokens(month, day, years);
  },
};

/** 21 Nov 2026, the 21st of November. */
const dayMonth: Rule = {
  pattern: new RegExp(
    String.raw`(the\s)?(\d{1,2})(?:st|nd|rd|th)?\s(of\s)?${monthPattern}(?:\.(?=,?\s\d{4}|\s\p{Ll}))?(?:,?\s(\d{4})(?![\d:%\p{L}]|[.,]\d))?(?!\p{L})`,
    'uiy',
  ),
  figure: true,
  read: ([, the, day = '', , name = '', years], { lastToken }) => {
    const month = monthOf(name);
    if (month === undefined || !isDay(day) || !/^[A-Z]/.test(name)) return undefined;
    const article = the !== undefined || (lastToken?.kind === 'word' && lastToken.text.toLowerCase() !== 'the');
    const line = `${article || lastToken === undefined || lastToken.kind === 'mark' ? 'the ' : ''}${ordinal(day)} of ${month}`;
    return say(years === undefined ? line : `${line}, ${year(years)}`);
  },
};

/** Nov 2026. */
const monthYear: Rule = {
  pattern: new RegExp(String.raw`${monthPattern}\.?,?\s(\d{4})(?![\d:%\p{L}]|[.,]\d)`, 'uiy'),
  figure: true,
  read: ([all, name = '', years = '']) => {
    const month = monthOf(name);
    return month === undefined || !/^[A-Z]/.test(all) ? undefined : say(`${month} ${year(years)}`);
  },
};

/** Nov. without a day or year. */
const shortMonth: Rule = {
  pattern: /(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.(?=\s|,|$)/y,
  read: ([, name = '']) => say(monthOf(name) ?? name),
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const shortDay = 'Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun';
const longDay = weekdays.join('|');
const dayNamed = (name: string): string => weekdays.find((day) => day.startsWith(name.slice(0, 3))) ?? name;

/** Mon-Fri, Monday – Friday. */
const weekdayRange: Rule = {
  pattern: new RegExp(
    String.raw`(${longDay}|${shortDay})\.?\s?[-–—]\s?(${longDay}|${shortDay})\b(?:\.(?=\s|,|$))?`,
    'y',
  ),
  read: ([, from = '', to = '']) => say(`${dayNamed(from)} to ${dayNamed(to)}`),
};

/** What stands around "Sat" where it is a day: "closed Sat", "Fri & Sat". */
const beforeDay = new RegExp(
  String.raw`(?:\b(?:[Cc]losed|[Oo]pen|[Ee]very|[Oo]n|[Ee]xcept|[Ff]rom|[Uu]ntil)|\b(?:${longDay}|${shortDay})s?(?:\s?(?:[,/&]|and|or|to)))\s?$`,
);
const afterDay = new RegExp(String.raw`^\s?(?:[,/&]|and\b|or\b|to\b)\s?(?:${longDay}|${shortDay})\b`);

/** "Mon." anywhere; "Mon" only where its surroundings show that it is a day, because Sun and Sat are also words. */
const weekday: Rule = {
  pattern: new RegExp(
    String.raw`(${shortDay})(?:\.(?=\s|,|$)|(?=(,?\s\d|,\s${monthPattern}|\s${monthPattern})?)\b)`,
    'y',
  ),
  read: ([all, name = '', isDated], { before, after }) =>
    all.endsWith('.') || isDated !== undefined || beforeDay.test(before) || afterDay.test(after)
      ? say(dayNamed(name))
      : undefined,
};

/** 1990s, '90s. */
const decade: Rule = {
  pattern: /['’]?((?:1[1-9]|20)?)(\d)0s(?!\p{L})/uy,
  figure: true,
  read: ([, century = '', ten = '']) => {
    const plural = ten === '0' ? undefined : `${cardinal(`${ten}0`).replace(/y$/, 'ies')}`;
    if (plural === undefined)
      return century === '' ? undefined : say(century === '20' ? 'two thousands' : `${cardinal(century)} hundreds`);
    return ten === '1'
      ? say(`${century === '' ? '' : cardinal(century)} tens`)
      : say(`${century === '' ? '' : cardinal(century)} ${plural}`);
  },
};

export const dateRules: readonly Rule[] = [
  isoDate,
  slashDate,
  shortDate,
  monthDay,
  dayMonth,
  monthYear,
  shortMonth,
  weekdayRange,
  weekday,
  decade,
];
