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
  const plain = plainWords(text, { inside: "'" }).join(' ');
  for (const grammar of grammars) {
    const offered = optionsIn(plain, grammar);
    if (offered.length > 0) return offered;
  }
  return [];
}

function optionsIn(plain: string, { options, keys, purposes }: MenuGrammar): readonly MenuOption[] {
  const requests = options
    .flatMap((option) => [...plain.matchAll(option)])
    .map((match) => ({
      key: keys.get(match.groups?.key ?? ''),
      start: match.index,
      end: match.index + match[0].length,
    }))
    .sort((left, right) => left.start - right.start);
  const wordsFrom = (start: number, end: number): readonly string[] =>
    plain.slice(start, end).split(' ').filter(Boolean);
  const last = requests.at(-1);
  // "For sales, press one" has the purpose before its key. What follows the last key tells the two orders apart.
  const isAfter = last !== undefined && purposes.has(wordsFrom(last.end, plain.length)[0] ?? '');
  const seen = new Set<string>();
  return requests.flatMap(({ key, start, end }, place) => {
    if (key === undefined || seen.has(key)) return [];
    seen.add(key);
    const words = isAfter
      ? wordsFrom(end, requests[place + 1]?.start ?? plain.length)
      : wordsFrom(requests[place - 1]?.end ?? 0, start);
    return [{ key, words }];
  });
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
