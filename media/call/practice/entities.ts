import { normaliseWords } from '../../text/word-error.ts';

export interface EntityCount {
  /** Names, numbers and dates that were said. */
  readonly said: number;
  /** Those whose words the other side recognised completely and in order. */
  readonly recognised: number;
}

/** Written and spelled numbers are the same words once normalised. "One" is excluded: it is more often a pronoun. */
const numberWords: ReadonlySet<string> = new Set(
  Array.from({ length: 101 }, (_, value) => normaliseWords(String(value)))
    .flat()
    .filter((word) => word !== 'one' && word !== 'and'),
);

/**
 * Counts the names, numbers and dates of the lines that occur in the recognised words. Each recognised word counts
 * once.
 */
export function entitiesRecognised(lines: readonly string[], recognised: string): EntityCount {
  const heard = normaliseWords(recognised);
  const isTaken = heard.map(() => false);
  const all = lines.flatMap(entitiesIn);
  const spoken = all.filter((entity) => {
    const at = heard.findIndex((_, start) =>
      entity.every((word, index) => heard[start + index] === word && isTaken[start + index] === false),
    );
    if (at !== -1) isTaken.fill(true, at, at + entity.length);
    return at !== -1;
  });
  return { said: all.length, recognised: spoken.length };
}

/** Returns runs of capitalised words inside a sentence, and runs of number words, normalised. */
export function entitiesIn(line: string): string[][] {
  const entities: string[][] = [];
  let open: { readonly kind: 'name' | 'number'; readonly words: string[] } | undefined;
  const tokens = line.split(/\s+/u).filter((token) => token !== '');
  for (const [index, token] of tokens.entries()) {
    const kind = kindOf(token, tokens[index - 1], tokens[index + 1]);
    if (kind === undefined || open?.kind !== kind || endsClause(tokens[index - 1])) {
      if (open !== undefined) entities.push(open.words);
      open = undefined;
    }
    if (kind === undefined) continue;
    open ??= { kind, words: [] };
    open.words.push(...normaliseWords(token));
  }
  if (open !== undefined) entities.push(open.words);
  return entities.filter(({ length }) => length > 0);
}

const endsClause = (token: string | undefined): boolean => token === undefined || /[.!?,;:]["')]*$/u.test(token);
const isCapital = (token: string | undefined): boolean =>
  token !== undefined && /^["'(]?\p{Lu}/u.test(token) && !/^I(?:\b|['\u2019])/u.test(token);

function kindOf(token: string, before: string | undefined, after: string | undefined): 'name' | 'number' | undefined {
  const words = normaliseWords(token);
  if (/\d/.test(token) || (words.length > 0 && words.every((word) => numberWords.has(word)))) return 'number';
  if (!isCapital(token)) return undefined;
  const isFirst = before === undefined || /[.!?]["')]*$/u.test(before);
  // The first word of a sentence is always capitalised: it is a name if another capitalised word follows.
  return isFirst && (endsClause(token) || !isCapital(after)) ? undefined : 'name';
}
