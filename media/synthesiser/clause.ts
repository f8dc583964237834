import type { SpokenToken } from './spoken-token.ts';

/** A run of tokens that the acoustic model reads in one go. */
export interface Clause {
  /** Indices into the tokens, end exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Symbols of the first clause of a long sentence, so that its sound need not wait for the rest: about 5 s. */
const firstSymbols = 80;
/** Symbols the model reads well at once. */
const mostSymbols = 240;
/** A clause cut at a comma should not be shorter than this. */
const fewestSymbols = 25;

const endsSentence = (text: string): boolean => text === '.' || text === '?' || text === '!';

/** Cuts at sentence ends, and where a sentence is long at its last mark that fits, or between words when none does. */
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
