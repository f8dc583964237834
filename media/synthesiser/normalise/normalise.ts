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

/** The first rule that reads what stands at a place has it, so the particular come before the general. */
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
 * Reads written English as it is said, in one pass from left to right. Every reading names the stretch of text it
 * covers; stretches do not overlap, and what is in none (spaces, emoji) is not said. Never throws.
 */
export function normalise(text: string, options: NormaliseOptions): Reading[] {
  const readings: Reading[] = [];
  let at = 0;
  let lastToken: SpokenToken | undefined;
  let lastFigureEnd = -1;
  while (at < text.length) {
    const found = readAt(text, at, { lastToken, afterFigure: lastFigureEnd === at, options });
    if (found === undefined) {
      at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
      continue;
    }
    const { end, tokens, figure } = found;
    if (tokens.length > 0) readings.push({ start: at, end, tokens });
    lastToken = tokens.at(-1) ?? lastToken;
    if (figure) lastFigureEnd = end;
    at = end;
  }
  return readings;
}

/** Characters that a rule sees to either side: enough for an address line, and no more work for a longer text. */
const sight = 100;

interface Standing {
  readonly lastToken: SpokenToken | undefined;
  readonly afterFigure: boolean;
  readonly options: NormaliseOptions;
}

function readAt(text: string, at: number, standing: Standing) {
  const begins = at === 0 || !/[\p{L}\p{M}\d]/u.test(text[at - 1] as string);
  const given = begins ? standing.options.given?.(text, at) : undefined;
  if (given !== undefined) return { ...given, figure: false };
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
