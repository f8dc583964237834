import { packOf } from './languages.ts';
import type { LanguagePack } from './schema.ts';

type Spoken = NonNullable<LanguagePack['spoken']>;

/**
 * Returns the text with its figures in words: dates, times, money, percentages, ordinals and numbers; long numbers
 * digit by digit. Unchanged for a language without `spoken.json`.
 */
export function readAloud(text: string, languageCode: string): string {
  const spoken = packOf(languageCode)?.spoken;
  return spoken === undefined || !/\d/.test(text) ? text : rulesOf(spoken, languageCode).reduce(apply, text);
}

interface Rule {
  readonly pattern: RegExp;
  /** Returns undefined to leave the match unchanged. */
  readonly words: (match: RegExpExecArray) => string | undefined;
}

const apply = (text: string, { pattern, words }: Rule): string =>
  text.replace(pattern, (...args) => {
    const groups = args.findIndex((argument) => typeof argument === 'number');
    return words(args.slice(0, groups) as unknown as RegExpExecArray) ?? (args[0] as string);
  });

const rulesByLanguage = new Map<Spoken, readonly Rule[]>();

function rulesOf(spoken: Spoken, languageCode: string): readonly Rule[] {
  const rules = rulesByLanguage.get(spoken) ?? makeRules(spoken, languageCode);
  rulesByLanguage.set(spoken, rules);
  return rules;
}

/** A number that adjoins a digit, letter or point is part of a code or an address. */
const before = '(?<![\\p{L}\\p{M}\\p{N}.,:/@_-])';
const after = '(?![\\p{L}\\p{M}\\p{N}@_]|[.,:/-]\\p{N})';
const figure = '(\\d{1,3}(?:,\\d{2,3})+|\\d+)(?:\\.(\\d+))?';
/** Numbers of at least this length are telephone or account numbers. */
const longDigits = 7;

const exactly = (literal: string): string => literal.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const rule = (pattern: string, words: Rule['words']): Rule => ({ pattern: new RegExp(pattern, 'gu'), words });

function makeRules(spoken: Spoken, languageCode: string): readonly Rule[] {
  const say = (digits: string): string => cardinal(spoken, Number(digits.replaceAll(',', '')));
  const eachDigit = (digits: string): string =>
    [...digits].map((digit) => spoken.cardinals[Number(digit)] as string).join(' ');
  const decimal = (whole: string, part: string | undefined): string =>
    part === undefined ? say(whole) : `${say(whole)} ${spoken.point} ${eachDigit(part)}`;
  return [
    ...dateRules(spoken, languageCode),
    timeRule(spoken),
    ...spoken.currencies.map((currency) => moneyRule(currency, say)),
    rule(`${before}${figure}\\s?%`, ([, whole = '', part]) => `${decimal(whole, part)} ${spoken.percent}`),
    ...spoken.ordinals.written.map(({ pattern, last }) =>
      rule(`${before}(\\d{1,4})${pattern}${after}`, ([, digits = '']) => ordinal(spoken, Number(digits), last)),
    ),
    rule(`${before}\\+?\\d(?:[ -]?\\d){${longDigits - 1},}${after}`, ([all]) =>
      all
        .split(/[ -]/)
        .map((group) => eachDigit(group.replace('+', '')))
        .join(', '),
    ),
    rule(`(?:${before}|(?<=^|\\s)([-−]))${figure}${after}`, ([, minus, whole = '', part]) => {
      const isCode = whole.length > 1 && whole.startsWith('0');
      if (isCode) return eachDigit(whole);
      return `${minus === undefined ? '' : `${spoken.minus} `}${decimal(whole, part)}`;
    }),
  ];
}

/** Returns the number in words, up to 99 times the largest scale. */
function cardinal(spoken: Spoken, value: number): string {
  if (value < 100) return spoken.cardinals[value] as string;
  const scale = spoken.scales.find((each) => value >= each.value);
  if (scale === undefined) return String(value);
  const [count, rest] = [Math.floor(value / scale.value), value % scale.value];
  return `${cardinal(spoken, count)} ${scale.word}${rest === 0 ? '' : ` ${cardinal(spoken, rest)}`}`;
}

function ordinal(spoken: Spoken, value: number, last: string): string {
  const { words, suffix } = spoken.ordinals;
  const whole = words[String(value)] ?? `${cardinal(spoken, value)}${suffix}`;
  // The final vowel marks gender and case: "पाँचवाँ", "पाँचवीं", "पाँचवें".
  return last === '' ? whole : whole.replace(/ा(ँ?)$/u, (_, nasal) => `${last}${nasal === '' ? '' : 'ं'}`);
}

function moneyRule(
  { signs, one: singular, many, part }: Spoken['currencies'][number],
  say: (digits: string) => string,
): Rule {
  const sign = `(?:${signs.map(exactly).join('|')})`;
  const named = `\\s?(?:${[...signs, singular, many].map(exactly).join('|')})(?![\\p{L}\\p{M}])`;
  return rule(`(?<![\\p{L}\\p{M}])(?:${sign}\\s?${figure}(?:${named})?|${before}${figure}${named})`, (match) => {
    const [, before1, cents1, before2, cents2] = match;
    const [whole = '0', cents] = before1 === undefined ? [before2, cents2] : [before1, cents1];
    const count = Number((cents ?? '').padEnd(2, '0').slice(0, 2));
    const [units, amount] = [Number(whole.replaceAll(',', '')), `${say(whole)} ${isOne(whole) ? singular : many}`];
    if (count === 0) return amount;
    const parts = `${say(String(count))} ${count === 1 ? part.one : part.many}`;
    return units === 0 ? parts : `${amount} ${parts}`;
  });
}

const isOne = (whole: string): boolean => Number(whole) === 1;

function timeRule(spoken: Spoken): Rule {
  const { hour, minute, parts, after: words } = spoken.times;
  const behind = words.length === 0 ? '' : `(?:\\s(?:${words.map(exactly).join('|')}))?`;
  const clock = `([01]?\\d|2[0-3]):([0-5]\\d)(?::[0-5]\\d)?(?:\\s?([AaPp])\\.?[Mm]\\b\\.?)?`;
  return rule(`${before}${clock}${behind}${after}`, ([, hours = '', minutes = '', half]) => {
    const given = Number(hours);
    const isAfternoon = half?.toLowerCase() === 'p';
    const ofDay = half === undefined ? given : (given % 12) + (isAfternoon ? 12 : 0);
    const part = parts.findLast(({ from }) => ofDay >= from) ?? parts.at(-1);
    const spokenHour = cardinal(spoken, ofDay % 12 === 0 ? 12 : ofDay % 12);
    const form = Number(minutes) === 0 ? hour : minute;
    const time = form.replace('{hour}', spokenHour).replace('{minute}', cardinal(spoken, Number(minutes)));
    // Without am or pm, a time before 13:00 may be in either half of the day.
    return half === undefined && given <= 12 && given > 0 ? time : `${part?.word} ${time}`;
  });
}

function dateRules(spoken: Spoken, languageCode: string): readonly Rule[] {
  const months = Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(languageCode, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month, 1)),
  );
  const say = (year: string | undefined, month: number, day: number): string | undefined => {
    if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
    const values = { day: cardinal(spoken, day), month: months[month - 1] as string, year: year ?? '' };
    return spoken.dates.text
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name as keyof typeof values] ?? '';
        return name === 'year' && value !== '' ? cardinal(spoken, Number(value)) : value;
      })
      .trim();
  };
  const isDayFirst = spoken.dates.order === 'day-first';
  return [
    rule(`${before}(\\d{4})-(\\d{2})-(\\d{2})${after}`, ([, year, month, day]) =>
      say(year, Number(month), Number(day)),
    ),
    rule(`${before}(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})${after}`, ([, first, second, year]) =>
      isDayFirst ? say(year, Number(second), Number(first)) : say(year, Number(first), Number(second)),
    ),
  ];
}
