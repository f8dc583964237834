import type { Clause } from './clause.ts';
import type { Utterance } from './utterance.ts';

/** A clause in the acoustic model's input form. */
export interface ClausePhonemes {
  readonly symbols: readonly string[];
  /** Symbol range of each token, end exclusive; empty for marks and silent tokens. */
  readonly places: readonly { readonly from: number; readonly to: number }[];
}

const marks = /^[,;:—.?! ]$/u;

/**
 * Joins words with spaces, attaches marks to the preceding word and ends with one mark. A final comma keeps the pitch
 * up if the sentence continues in another job.
 */
export function clausePhonemes(utterance: Utterance, clause: Clause, continues: boolean): ClausePhonemes {
  const symbols: string[] = [];
  const places: { from: number; to: number }[] = [];
  const dropMarks = (): void => {
    while (marks.test(symbols.at(-1) ?? '')) symbols.pop();
  };
  for (let i = clause.from; i < clause.to; i++) {
    const sound = utterance.sounds[i] as string;
    const isMark = utterance.tokens[i]?.kind === 'mark';
    if (sound !== '' && !isMark && symbols.length > 0) symbols.push(' ');
    const from = symbols.length;
    if (!isMark) symbols.push(...sound);
    places.push({ from, to: symbols.length });
    if (!isMark || symbols.length === 0) continue;
    dropMarks();
    symbols.push(...(sound === '—' ? ' —' : sound));
  }
  end(symbols, continues && clause === utterance.clauses.at(-1), dropMarks);
  return { symbols, places };
}

function end(symbols: string[], goesOn: boolean, dropMarks: () => void): void {
  const last = symbols.at(-1) ?? '';
  if (goesOn && !/[?!]/.test(last)) {
    dropMarks();
    symbols.push(',');
  } else if (!goesOn && !/^[,;:—.?!…]$/u.test(last)) {
    symbols.push('.');
  }
}
