import type { SpokenToken } from '../spoken-token.ts';
import { belowHundred } from './numbers.ts';
import { type Rule, say, spell } from './rule.ts';

/** am or pm. A period after it may also end the sentence. */
const half = String.raw`\s?([ap])(?:\.\s?m\b\.?|m\b)`;

/** 3:30 pm, 15:00, 9:05:10. Afternoon times without am or pm are read on the twelve-hour clock. */
const clock: Rule = {
  pattern: new RegExp(String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?(?:${half})?(?![\d:])`, 'iy'),
  figure: true,
  read: ([all, hours = '', minutes = '', seconds, ap], { after }) => {
    if (Number(hours) > 24 || Number(minutes) > 59 || Number(seconds ?? 0) > 59) return undefined;
    const hour = Number(hours) % 24;
    const afterNoon = ap === undefined && (hour > 12 || (hours.length === 2 && hour === 0));
    const words = [afterNoon ? belowHundred(hour % 12 || 12) : belowHundred(ap === undefined ? hour : hour % 12 || 12)];
    if (Number(minutes) > 0) words.push(minutesWords(minutes));
    else if (ap === undefined && !afterNoon && seconds === undefined) words.push("o'clock");
    if (seconds !== undefined && Number(seconds) > 0) {
      words.push(`and ${belowHundred(Number(seconds))} ${Number(seconds) === 1 ? 'second' : 'seconds'}`);
    }
    const letter = ap ?? (afterNoon ? (hour >= 12 ? 'p' : 'a') : undefined);
    return [...say(words.join(' ')), ...halfOfDay(letter, all, after)];
  },
};

const minutesWords = (minutes: string): string =>
  minutes.startsWith('0') ? `oh ${belowHundred(Number(minutes))}` : belowHundred(Number(minutes));

/** 9am, 9 a.m. */
const hourOnly: Rule = {
  pattern: new RegExp(String.raw`(\d{1,2})${half}(?!\p{L})`, 'iuy'),
  figure: true,
  read: ([all, hours = '', ap], { after }) => {
    const hour = Number(hours);
    return hour < 1 || hour > 12 ? undefined : [...say(belowHundred(hour)), ...halfOfDay(ap, all, after)];
  },
};

/** The end of 8am-noon. */
const namedEnd: Rule = {
  pattern: /[-–—]\s?(noon|midday|midnight)\b/iy,
  anywhere: true,
  read: ([, name = ''], { afterFigure }) => (afterFigure ? say(`to ${name.toLowerCase()}`) : undefined),
};

/** 5:3, 16:9 and other ratios that are not clock times. */
const ratio: Rule = {
  pattern: /(\d{1,3}):(\d{1,3})(?![\d:])/y,
  figure: true,
  read: ([, left = '', right = '']) => say(`${belowOrDigits(left)} to ${belowOrDigits(right)}`),
};

const belowOrDigits = (digits: string): string =>
  Number(digits) < 100
    ? belowHundred(Number(digits))
    : [...digits].map((digit) => belowHundred(Number(digit))).join(' ');

function halfOfDay(letter: string | undefined, all: string, after: string): SpokenToken[] {
  if (letter === undefined) return [];
  const ends = all.endsWith('.') && (after.trim() === '' || /^\s+["'“‘(]*\p{Lu}/u.test(after));
  return [...spell(`${letter}m`), ...(ends ? say('.') : [])];
}

export const timeRules: readonly Rule[] = [clock, hourOnly, namedEnd, ratio];
