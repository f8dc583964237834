import type { Reading, SpokenToken } from '../spoken-token.ts';
import { abbreviationRules } from './abbreviations.ts';
import { addressRules } from './addresses.ts';
import { dateRules } from './dates.ts';
import { figureRules } from './figures.ts';
import { measureRules } from './measures.ts';
import { moneyRules } from './money.ts';
import { phoneRules } from './phones.ts';
import type { NormaliseOptions, Rule } from './rule.ts';
import { markupRules, symbolRules } from './symbols.ts';
import { timeRules } from './times.ts';
import { letterRules, wordRules } from './words.ts';

/** The first rule that matches at a position applies, so specific rules precede general ones. */
const rules: readonly Rule[] = [
  ...markupRules,
  ...addressRules,
  ...phoneRules,
  ...dateRules,
  ...timeRules,
  ...moneyRules,
  ...measureRules,
  ...abbreviationRules,
  ...letterRules,
  ...figureRules.slice(0, 3),
  ...wordRules.slice(0, 1),
  ...figureRules.slice(3),
  ...symbolRules,
  ...wordRules.slice(1),
];

/**
 * Converts written English to its spoken form in one pass from left to right. Every reading states the range of text
 * that it covers. Ranges do not overlap, and text outside of them (spaces, emoji) is not spoken. Never throws.
 */
export function normalise(text: string, options: NormaliseOptions): Reading[] {
  const readings: Reading[] = [];
  let at = 0;
  let lastToken: SpokenToken | undefined;
  let lastFigureEnd = -1;
  while (at < text.length) {
    const reading = readAt(text, at, { lastToken, afterFigure: lastFigureEnd === at, options });
    if (reading === undefined) {
      at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
      continue;
    }
    const { end, tokens, figure } = reading;
    if (tokens.length > 0) readings.push({ start: at, end, tokens });
    lastToken = tokens.at(-1) ?? lastToken;
    if (figure) lastFigureEnd = end;
    at = end;
  }
  return readings;
}

/**
 * Characters of context that a rule sees on either side: enough for an address line, and independent of the text's
 * length.
 */
const sight = 100;

interface Standing {
  readonly lastToken: SpokenToken | undefined;
  readonly afterFigure: boolean;
  readonly options: NormaliseOptions;
}

function readAt(text: string, at: number, standing: Standing) {
  const begins = at === 0 || !/[\p{L}\p{M}\d]/u.test(text[at - 1] as string);
  const givenWords = begins ? standing.options.given?.(text, at) : undefined;
  if (givenWords !== undefined) return { ...givenWords, figure: false };
  for (const rule of rules) {
    if (!begins && rule.anywhere !== true) continue;
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(text);
    if (match === null || match[0] === '') continue;
    const end = at + match[0].length;
    const before = text.slice(Math.max(0, at - sight), at);
    const tokens = rule.read(match, { ...standing, before, after: text.slice(end, end + sight) });
    if (tokens !== undefined) return { end, tokens, figure: rule.figure === true };
  }
  return undefined;
}
