import type { Cue } from '../../media/language/analysis.ts';
import type { Span } from '../../media/text/words.ts';
import type { ReadTurn } from './conversation.ts';

export interface Polarity extends Span {
  readonly isYes: boolean;
}

const yes: ReadonlySet<Cue> = new Set(['affirm', 'commit']);
const no: ReadonlySet<Cue> = new Set(['deny', 'refuse', 'optOut']);

/** Returns whether a turn answers its question with yes or no, by the first words that express either. */
export function polarityOf(turn: ReadTurn): Polarity | undefined {
  const decisive = turn.cues.filter(({ cue }) => yes.has(cue) || no.has(cue));
  const first = decisive.toSorted((a, b) => a.start - b.start || b.end - a.end)[0];
  if (first === undefined) return undefined;
  // "No problem, I will" and "yes, but I can't": the final decision counts.
  const strong = decisive.filter(({ cue }) => cue === 'commit' || cue === 'refuse' || cue === 'optOut').at(-1);
  const { cue, start, end } = strong ?? first;
  return { isYes: yes.has(cue), start, end };
}
