import { languages } from '../language/languages.ts';
import { numberWords } from '../language/number-words.ts';
import type { Span } from '../text/words.ts';
import { standingIn } from './standing.ts';
import { numberBelowHundred, type Token, tokensOf } from './tokens.ts';

/** A run of digits and spelled letters: a telephone or order number as it is read out. */
export interface Spelled extends Span {
  /** Digits, capital letters, a leading plus, and hyphens that were said. */
  readonly value: string;
}

const lists = languages.flatMap(({ reading }) => reading?.spelling ?? []);
const signs = new Map(lists.flatMap((list) => Object.entries(list.signs)));
const saysAt = lists.flatMap((list) => list.at).sort((a, b) => b.length - a.length);
const saysAs = lists.flatMap((list) => list.as);
const capitals: ReadonlySet<string> = new Set(lists.flatMap((list) => list.capital));
const fillers: ReadonlySet<string> = new Set(lists.flatMap((list) => list.fillers));
const { cardinals, repeats, homophones, joins, scales } = numberWords;

interface Part {
  readonly value: string;
  readonly next: number;
  /** Whether the part can only be spelling: a letter with its example, "double". */
  readonly isSpelled: boolean;
}

const isLetter = (token: Token | undefined): boolean => /^\p{L}$/u.test(token?.plain ?? '');

/** A letter, perhaps with an example: "p", "p as in papa", "capital k". */
function letterAt(tokens: readonly Token[], from: number): Part | undefined {
  const at = capitals.has(tokens[from]?.plain ?? '') ? from + 1 : from;
  if (!isLetter(tokens[at])) return undefined;
  const value = (tokens[at] as Token).plain;
  for (const phrase of saysAs) {
    const words = phrase.split(' ');
    const example = tokens[at + 1 + words.length];
    const isSaid = words.every((word, offset) => tokens[at + 1 + offset]?.plain === word);
    if (isSaid && example?.plain.startsWith(value) === true && example.plain.length > 2)
      return { value, next: at + 2 + words.length, isSpelled: true };
  }
  return { value, next: at + 1, isSpelled: at > from };
}

/** Digits in any form, repeated by "double": "oh", "seventy seven", "nine hundred", "0144". */
function digitsAt(tokens: readonly Token[], from: number, isInside: boolean): Part | undefined {
  const times = repeats.get(tokens[from]?.plain ?? '');
  if (times !== undefined) {
    const part = digitsAt(tokens, from + 1, true) ?? letterAt(tokens, from + 1);
    return part?.value.length === 1 ? { ...part, value: part.value.repeat(times), isSpelled: true } : undefined;
  }
  const token = tokens[from];
  if (token === undefined) return undefined;
  if (token.digits !== undefined)
    return { value: token.digits.replaceAll(/\D/g, ''), next: from + 1, isSpelled: false };
  const number = numberBelowHundred(tokens, from);
  const value = number?.value ?? cardinals.get(token.plain);
  if (value === undefined) {
    const alike = isInside ? homophones.get(token.plain) : undefined;
    const isBetween = alike !== undefined && digitsAt(tokens, from + 1, false) !== undefined;
    return isBetween ? { value: String(alike), next: from + 1, isSpelled: false } : undefined;
  }
  let next = number?.next ?? from + 1;
  const scale = scales.get(tokens[next]?.plain ?? '');
  if (scale === undefined || scale > 1000 || value === 0) return { value: String(value), next, isSpelled: false };
  // "One hundred twenty three" and "nine hundred": read out as they are written.
  next += 1;
  const rest = numberBelowHundred(tokens, joins.has(tokens[next]?.plain ?? '') ? next + 1 : next);
  const isRest =
    rest !== undefined &&
    rest.value > 0 &&
    (rest.value >= 10 || scale === 1000 || joins.has(tokens[next]?.plain ?? ''));
  return isRest
    ? { value: String(value * scale + rest.value), next: rest.next, isSpelled: false }
    : { value: String(value * scale), next, isSpelled: false };
}

const isBreak = (token: Token | undefined): boolean => token !== undefined && /^[,().-]$/.test(token.plain);

/** Returns the longest numbers that a text reads out, in order, without corrections applied. */
function runsIn(text: string): Spelled[] {
  const tokens = tokensOf(text);
  const runs: Spelled[] = [];
  for (let at = 0; at < tokens.length; ) {
    const run = runFrom(tokens, at);
    if (run === undefined) {
      at += 1;
      continue;
    }
    runs.push({ value: run.value, start: (tokens[at] as Token).start, end: (tokens[run.next - 1] as Token).end });
    at = run.next;
  }
  return runs;
}

function runFrom(tokens: readonly Token[], from: number): Part | undefined {
  let [value, at, end] = ['', from, from];
  if (tokens[from]?.plain === '+' || (tokens[from]?.plain === 'plus' && digitsAt(tokens, from + 1, true))) {
    value = '+';
    at += 1;
  }
  while (at < tokens.length) {
    const isWordLetter = isLetter(tokens[at]) && !/^[ai]$/.test(tokens[at]?.plain ?? '');
    const letter = isWordLetter || isSpelledAhead(tokens, at) ? letterAt(tokens, at) : undefined;
    const part = digitsAt(tokens, at, value !== '') ?? (letter && { ...letter, value: letter.value.toUpperCase() });
    if (part !== undefined) {
      value += part.value;
      [at, end] = [part.next, part.next];
    } else if (value !== '' && signs.get(tokens[at]?.plain ?? '') === '-') {
      value += '-';
      at += 1;
    } else if (
      value !== '' &&
      (isBreak(tokens[at]) || joins.has(tokens[at]?.plain ?? '') || tokens[at]?.plain === 'then')
    )
      at += 1;
    else break;
  }
  return end === from || !/\d/.test(value)
    ? undefined
    : { value: value.replace(/-+$/, ''), next: end, isSpelled: false };
}

/** "A b one two": a letter that is followed by another letter or an example. */
const isSpelledAhead = (tokens: readonly Token[], at: number): boolean => {
  const letter = letterAt(tokens, at);
  return (
    letter !== undefined &&
    (letter.isSpelled || isLetter(tokens[letter.next]) || digitsAt(tokens, letter.next, false) !== undefined)
  );
};

/**
 * Returns the number that a text reads out: of several the longest, corrected by a later part. "555 0144, sorry, 0145"
 * ends in 0145. Undefined if the text has fewer than two characters of one.
 */
export function spelledNumberIn(text: string): Spelled | undefined {
  const runs = runsIn(text);
  const standings = standingIn(text, runs);
  let kept: Spelled | undefined;
  for (const [index, run] of runs.entries()) {
    const isCorrection = index > 0 && standings[index - 1] === 'replaced' && kept !== undefined;
    if (kept === undefined) kept = run;
    else if (isCorrection) {
      const isPart = run.value.length < kept.value.length;
      const value = isPart ? kept.value.slice(0, kept.value.length - run.value.length) + run.value : run.value;
      kept = { value, start: kept.start, end: run.end };
    } else if (run.value.length > kept.value.length) kept = run;
  }
  return kept !== undefined && kept.value.length >= 2 ? kept : undefined;
}

const written = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;

/** Returns the last e-mail address of a text, written or spoken: "priya dot nair at gmail dot com". */
export function emailIn(text: string): Spelled | undefined {
  const direct = [...text.matchAll(written)].at(-1);
  if (direct !== undefined) return { value: direct[0], start: direct.index, end: direct.index + direct[0].length };
  const tokens = tokensOf(text);
  let last: Spelled | undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    const joint = atSign(tokens, at);
    if (joint === undefined) continue;
    const domain = domainFrom(tokens, joint);
    const local = domain && localBefore(tokens, at);
    if (domain === undefined || local === undefined) continue;
    last = {
      value: `${local.value}@${domain.value}`.toLowerCase(),
      start: (tokens[local.next] as Token).start,
      end: (tokens[domain.next - 1] as Token).end,
    };
    at = domain.next;
  }
  return last;
}

/** Returns the position after "at", "(at)" or "at the rate". */
function atSign(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.plain === '(' && tokens[at + 1]?.plain === 'at' && tokens[at + 2]?.plain === ')') return at + 3;
  for (const phrase of saysAt) {
    const words = phrase.split(' ');
    if (words.every((word, offset) => tokens[at + offset]?.plain === word)) return at + words.length;
  }
  return undefined;
}

const isName = (token: Token | undefined): boolean => /^[\p{L}\p{N}]+$/u.test(token?.plain ?? '');

/** "Gmail dot com", "my shop dot net", "example.org". */
function domainFrom(tokens: readonly Token[], from: number): Part | undefined {
  let [value, at, dots] = ['', from, 0];
  for (; at < tokens.length && at < from + 12; at += 1) {
    const token = tokens[at] as Token;
    const sign = token.plain === '.' && tokens[at + 1]?.start === token.end ? '.' : signs.get(token.plain);
    if (sign !== undefined && value !== '') {
      if (!isName(tokens[at + 1])) break;
      value += sign;
      if (sign === '.') dots += 1;
    } else if (isName(token) && (dots === 0 || value.endsWith('.'))) value += token.plain;
    else break;
  }
  const last = value.split('.').at(-1) ?? '';
  return dots > 0 && /^[a-z]{2,}$/.test(last) ? { value, next: at, isSpelled: false } : undefined;
}

/** Reads the name before "at" from its start: letters, digits, signs and words, after the words that lead to it. */
function localBefore(tokens: readonly Token[], end: number): Part | undefined {
  let start = end;
  while (start > 0 && !/^[.;:?!]$/.test(tokens[start - 1]?.plain ?? '')) start -= 1;
  for (let at = end - 1; at >= start; at -= 1)
    if (fillers.has(tokens[at]?.plain ?? '') && !isLetter(tokens[at])) {
      start = at + 1;
      break;
    }
  while (start < end && !isName(tokens[start])) start += 1;
  let value = '';
  for (let at = start; at < end; ) {
    const token = tokens[at] as Token;
    const part = letterAt(tokens, at) ?? digitsAt(tokens, at, value !== '');
    const sign = signs.get(token.plain);
    if (sign !== undefined && value !== '') [value, at] = [value + sign, at + 1];
    else if (part !== undefined) [value, at] = [value + part.value, part.next];
    else if (isName(token)) [value, at] = [value + token.plain, at + 1];
    else at += 1;
  }
  return value === '' ? undefined : { value, next: start, isSpelled: false };
}
