import type { SpokenToken } from './spoken-token.ts';

/** A run of tokens that the acoustic model synthesises in one pass. */
export interface Clause {
  /** Token indices, end exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Maximum symbols of the first clause, about 5 s, so that playout need not wait for a long sentence. */
const firstSymbols = 80;
/** Maximum symbols that the model handles well in one pass. */
const mostSymbols = 240;
/** Minimum symbols of a clause that is cut at a comma. */
const fewestSymbols = 25;

const endsSentence = (text: string): boolean => text === '.' || text === '?' || text === '!';

/** Splits at sentence ends. Splits a long sentence at the last mark that fits, or between words if it has none. */
export function splitClauses(tokens: readonly SpokenToken[], sounds: readonly string[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  let markAfter = 0;
  let symbols = 0;
  let symbolsAtMark = 0;
  const cut = (to: number): void => {
    if (sounds.slice(from, to).some((sound, i) => sound !== '' && tokens[from + i]?.kind !== 'mark')) {
      clauses.push({ from, to });
    }
    from = to;
    markAfter = to;
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as SpokenToken;
    const limit = clauses.length === 0 ? firstSymbols : mostSymbols;
    symbols += (sounds[i] as string).length + 1;
    if (symbols > limit && markAfter > from) {
      cut(markAfter);
      symbols -= symbolsAtMark;
    } else if (symbols > mostSymbols && i > from) {
      cut(i);
      symbols = (sounds[i] as string).length + 1;
    }
    if (token.kind !== 'mark') continue;
    if (endsSentence(token.text)) {
      cut(i + 1);
      symbols = 0;
    } else if (symbols >= fewestSymbols) {
      markAfter = i + 1;
      symbolsAtMark = symbols;
    }
  }
  cut(tokens.length);
  return clauses;
}
