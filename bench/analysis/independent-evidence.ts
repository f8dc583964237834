import type { Claim, Quote } from './claims.ts';

/** Flaw of a claim, found by code that shares nothing with the analysis. */
export type Flaw =
  /** The claim cites nothing. */
  | 'uncited'
  /** The quote does not match the transcript at its position, begins or ends inside a word, or has no words. */
  | 'invented'
  /** The value cannot be read from its quotes. */
  | 'unsupported';

interface SaidTurn {
  readonly speaker: string;
  readonly text: string;
}

export interface Checked {
  readonly turns: readonly SaidTurn[];
  /** YYYY-MM-DD; "tomorrow" is relative to it. */
  readonly today: string;
}

/** Returns undefined if the claim has no flaw. */
export function flawOf(claim: Claim, said: Checked): Flaw | undefined {
  const { quotes } = claim;
  if (quotes.length === 0) return 'uncited';
  if (!quotes.every((quote) => isSaid(quote, said.turns))) return 'invented';
  return isSupported(claim, said) ? undefined : 'unsupported';
}

function isSaid({ turn, start, end, text }: Quote, turns: readonly SaidTurn[]): boolean {
  const whole = turns[turn]?.text;
  if (whole === undefined || !/[\p{L}\p{N}]/u.test(text)) return false;
  const before = whole.slice(0, Math.max(0, start));
  const after = whole.slice(end);
  if (before.length !== start || before + text + after !== whole) return false;
  return !isCut(before, text) && !isCut(text, after);
}

/** Returns whether a boundary is inside a word or number; "9am" and "150k" consist of a number and a word. */
const isCut = (left: string, right: string): boolean =>
  (/\p{L}$/u.test(left) && /^\p{L}/u.test(right)) || (/\p{N}[.,]?$/u.test(left) && /^\p{N}/u.test(right));

/** Built-in values are conclusions: only the speaker of their quotes can be checked. */
const ofCustomer: ReadonlySet<unknown> = new Set(['interested', 'no_interest']);

function isSupported({ kind, key, value, quotes, field }: Claim, { turns, today }: Checked): boolean {
  const speakers = quotes.map(({ turn }) => turns[turn]?.speaker);
  if (kind === 'sentence') return quotes[0]?.text === value;
  if (kind === 'sentiment') return speakers.every((speaker) => speaker === 'customer');
  if (kind === 'outcome' || key === 'outcome')
    return !ofCustomer.has(value) || speakers.every((speaker) => speaker !== 'agent');
  // A conclusion drawn from the conversation; none of its words need to match.
  if (key === 'disposition') return true;
  const texts = quotes.map(({ text }) => text);
  switch (field?.type) {
    case 'number':
      return texts.some((text) => numbersOf(text).includes(Number(value)));
    case 'date':
      return texts.some((text) => mayBe(text, String(value), today));
    case 'enum':
      return texts.some((text) => rootsOf(String(value)).every((root) => rootsOf(text).includes(root)));
    case 'boolean':
      return typeof value === 'boolean';
    case 'score':
      return isScore(Number(value), texts, field.options);
    case 'text':
      return texts.some((text) => text === value);
    default:
      return false;
  }
}

/** Returns the first letters of each word, which its inflections share. */
const rootsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 4));

/**
 * A score needs its share of the phrases quoted, each with half of its words or all its long ones; a score of 0 quotes
 * what is missing instead.
 */
function isScore(score: number, texts: readonly string[], phrases: readonly string[]): boolean {
  if (!Number.isInteger(score) || score < 0 || score > 100) return false;
  if (score === 0 || phrases.length === 0) return true;
  const found = phrases.filter((phrase) => {
    const roots = [...new Set(rootsOf(phrase))];
    const long = roots.filter(({ length }) => length === 4);
    return texts.some((text) => {
      const own = rootsOf(text);
      const isLong = long.length > 1 && long.every((root) => own.includes(root));
      return isLong || roots.filter((root) => own.includes(root)).length >= roots.length / 2;
    });
  });
  return found.length >= Math.round((score * phrases.length) / 100);
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1000,
  million: 1_000_000,
  billion: 1_000_000_000,
  k: 1000,
  m: 1_000_000,
};
const articles: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  single: 1,
  couple: 2,
  pair: 2,
  dozen: 12,
  half: 0.5,
  quarter: 0.25,
};

/** Returns every number that a text can be read as: digits, words, or both combined. */
function numbersOf(text: string): number[] {
  const tokens =
    text
      .toLowerCase()
      .replaceAll(/(\d),(?=\d{3})/g, '$1')
      .match(/\d+(?:\.\d+)?|\.\d+|\p{L}+/gu) ?? [];
  const found: number[] = [];
  for (const [first] of tokens.entries()) {
    let [sum, part] = [0, 0];
    for (const token of tokens.slice(first)) {
      const scale = scales[token];
      const plain = plainOf(token);
      if (plain !== undefined) part += plain;
      else if (scale !== undefined) {
        part = Math.max(1, part) * scale;
        if (scale >= 1000) [sum, part] = [sum + part, 0];
      } else if (token !== 'and' && token !== 'of') break;
      found.push(sum + part);
    }
  }
  // Digit by digit.
  const digits = tokens
    .map((token) => (/^\d+$/.test(token) ? token : String(small.indexOf(token))))
    .filter((digit) => digit !== '-1');
  for (const [first] of digits.entries())
    for (let last = first + 1; last <= digits.length; last += 1) found.push(Number(digits.slice(first, last).join('')));
  return found;
}

function plainOf(token: string): number | undefined {
  if (/\d/.test(token)) return Number(token);
  if (small.includes(token)) return small.indexOf(token);
  if (tens.includes(token)) return (tens.indexOf(token) + 2) * 10;
  return articles[token];
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth'.split(
    ' ',
  );
const days: Readonly<Record<string, number>> = { today: 0, tonight: 0, now: 0, tomorrow: 1, yesterday: -1 };
const dayMs = 86_400_000;

/** Returns whether the words of a text fit a day: its number, its weekday, or its distance from today. */
function mayBe(text: string, value: string, today: string): boolean {
  const at = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at)) return false;
  const away = Math.round((at - Date.parse(`${today}T00:00:00Z`)) / dayMs);
  const date = new Date(at);
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  const numbers = words.flatMap((word) => [Number(word), ordinals.indexOf(word) + 1, 20 + ordinals.indexOf(word) + 1]);
  if ([...numbers, ...numbersOf(text)].includes(date.getUTCDate())) return true;
  if (words.some((word) => weekdays[date.getUTCDay()] === word.slice(0, 3))) return true;
  if (words.some((word) => days[word] === away || (word === 'tomorrow' && away === 2))) return true;
  return (
    words.some((word) =>
      /^(?:this|next|in|after|from|later|week|weekend|month|morning|evening|afternoon|night)/.test(word),
    ) && Math.abs(away) <= 62
  );
}
