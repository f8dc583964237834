import { languages } from '../language/languages.ts';
import { folded, plainWords } from '../text/words.ts';

/** An option of a telephone menu: its key, and the words around the request to press it. */
export interface MenuOption {
  readonly key: string;
  readonly words: readonly string[];
}

interface MenuGrammar {
  readonly options: readonly RegExp[];
  /** Key of each word that names one. */
  readonly keys: ReadonlyMap<string, string>;
  /** Words that begin the purpose of an option after its key: "press one for sales". */
  readonly purposes: ReadonlySet<string>;
}

const grammars: readonly MenuGrammar[] = languages.flatMap(({ menus }) => {
  if (menus === undefined) return [];
  const keys = new Map(Object.entries(menus.keys).flatMap(([key, words]) => words.map((word) => [word, key] as const)));
  const anyKey = [...keys.keys()].join('|');
  const options = menus.options.map((option) => new RegExp(option.replaceAll('{key}', `(?:${anyKey})`), 'gu'));
  return [{ options, keys, purposes: new Set(menus.purposes ?? []) }];
});

/** Returns the options that a telephone menu offers in these words, in their order; empty without a menu. */
export function menuOptions(text: string): readonly MenuOption[] {
  const heard = punctuated(text);
  for (const grammar of grammars) {
    const offered = optionsIn(heard, grammar);
    if (offered.length > 0) return offered;
  }
  return [];
}

/** Words without punctuation, and the places in them at which some was. */
interface Punctuated {
  readonly plain: string;
  readonly clauseEnds: readonly number[];
  readonly sentenceEnds: readonly number[];
}

function punctuated(text: string): Punctuated {
  const clauseEnds: number[] = [];
  const sentenceEnds: number[] = [];
  let plain = '';
  for (const clause of text.split(/(?<=[.!?।,;:])\s+/u)) {
    plain = [plain, ...plainWords(clause, { inside: "'" })].filter(Boolean).join(' ');
    if (/[.!?।,;:]$/u.test(clause)) clauseEnds.push(plain.length);
    if (/[.!?।]$/u.test(clause)) sentenceEnds.push(plain.length);
  }
  return { plain, clauseEnds, sentenceEnds };
}

/** A request to press a key, between other words. */
interface KeyRequest {
  readonly key: string | undefined;
  /** Words since the request before it, or since the beginning. */
  readonly before: readonly string[];
  /** Words up to the next request, or to the end. */
  readonly after: readonly string[];
  /** Those of them in the sentence of the request. */
  readonly beforeInSentence: readonly string[];
  readonly afterInSentence: readonly string[];
  /** Whether a comma or an end of sentence follows the key. */
  readonly endsClause: boolean;
}

function optionsIn(heard: Punctuated, grammar: MenuGrammar): readonly MenuOption[] {
  const requests = requestsIn(heard, grammar);
  const side = sideOf(requests, grammar, heard.clauseEnds.length > 0);
  const seen = new Set<string>();
  return requests.flatMap(({ key, before, after }) => {
    if (key === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ key, words: side === 'before' ? before : side === 'after' ? after : [] }];
  });
}

function requestsIn({ plain, clauseEnds, sentenceEnds }: Punctuated, grammar: MenuGrammar): readonly KeyRequest[] {
  const wordsFrom = (start: number, end: number): readonly string[] =>
    plain.slice(start, Math.max(start, end)).split(' ').filter(Boolean);
  const matches = grammar.options
    .flatMap((option) => [...plain.matchAll(option)])
    .sort((left, right) => left.index - right.index);
  const endOf = (match: RegExpExecArray | undefined): number =>
    match === undefined ? 0 : match.index + match[0].length;
  return matches.map((match, place) => {
    const [previous, next] = [endOf(matches[place - 1]), matches[place + 1]?.index ?? plain.length];
    const [start, end] = [match.index, endOf(match)];
    const opens = Math.max(previous, sentenceEnds.findLast((at) => at <= start) ?? 0);
    const closes = Math.min(next, sentenceEnds.find((at) => at >= end) ?? plain.length);
    return {
      key: grammar.keys.get(match.groups?.key ?? ''),
      before: wordsFrom(previous, start),
      after: wordsFrom(end, next),
      beforeInSentence: wordsFrom(opens, start),
      afterInSentence: wordsFrom(end, closes),
      endsClause: clauseEnds.includes(end),
    };
  });
}

/**
 * On which side of its key an option has its purpose: "for sales, press one", or "press one for sales". The first and the
 * last request show it, unless the menu is heard in part: undefined if both sides are possible. A purpose that begins
 * the sentence, or a pause behind a key, is that of the first order; a greeting may have such a word inside.
 */
function sideOf(
  requests: readonly KeyRequest[],
  { purposes }: MenuGrammar,
  isPunctuated: boolean,
): 'before' | 'after' | undefined {
  const [first, last] = [requests[0], requests.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const opening = isPunctuated ? first.beforeInSentence.slice(0, 1) : first.beforeInSentence;
  const isBefore =
    opening.some((word) => purposes.has(word)) ||
    requests.some(({ endsClause, afterInSentence: [next = ''] }) => endsClause && purposes.has(next));
  // The last option may be cut off behind its key.
  const isCut = last.after.length === 0 && first.beforeInSentence.length === 0;
  const isAfter = (isCut ? requests : [last]).some(
    ({ endsClause, afterInSentence: [next = ''] }) => !endsClause && purposes.has(next),
  );
  if (isBefore && isAfter) return undefined;
  if (isBefore || isAfter) return isBefore ? 'before' : 'after';
  const isApart = first.beforeInSentence.length === 0 && purposes.has(last.after[0] ?? '');
  return isApart ? 'after' : 'before';
}

export interface MenuChoice {
  readonly key: string;
  /** Place of the choice among the wanted ones, the most wanted first. */
  readonly rank: number;
}

/** Returns the option for the most wanted choice that the menu has. Each word of the choice must be heard. */
export function chosenOption(options: readonly MenuOption[], wanted: readonly string[]): MenuChoice | undefined {
  for (const [rank, choice] of wanted.entries()) {
    const needed = plainWords(choice, { inside: "'" });
    if (needed.length === 0) continue;
    const fitting = options.filter(({ words }) => needed.every((word) => words.some((heard) => isSame(word, heard))));
    // An option with few other words is about nothing else.
    const [best] = fitting.toSorted((left, right) => left.words.length - right.words.length);
    if (best !== undefined) return { key: best.key, rank };
  }
  return undefined;
}

const leastStem = 4;

/** "Sale" and "sales" are one word. */
function isSame(left: string, right: string): boolean {
  const [short = '', long = ''] = [folded(left), folded(right)].toSorted((a, b) => a.length - b.length);
  return short === long || (short.length >= leastStem && long.length - short.length <= 3 && long.startsWith(short));
}
