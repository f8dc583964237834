import type { PracticeRun } from '../../server/coaching.ts';
import type { Proof, SpokenTurn } from '../../shared/conversation/spoken-turns.ts';

/** Returns the lines of a run for the transcript. */
export const turnsOfRun = ({ transcript }: Pick<PracticeRun, 'transcript'>): readonly SpokenTurn[] =>
  transcript.map(({ speaker, text, timestamp }, index) => ({
    index,
    speaker,
    text,
    unheard: '',
    startMs: timestamp * 1000,
    endMs: (transcript[index + 1]?.timestamp ?? timestamp) * 1000,
  }));

/** Returns the criteria with the lines that support their scores. */
export const proofsOfRun = ({ scores, transcript }: Pick<PracticeRun, 'scores' | 'transcript'>): readonly Proof[] =>
  scores
    .map(({ field_id: id, name, evidence }) => ({
      id,
      label: name,
      quotes: evidence.flatMap((turn) => {
        const text = transcript[turn]?.text;
        return text === undefined ? [] : [{ turn, start: 0, end: text.length, text }];
      }),
    }))
    .filter(({ quotes }) => quotes.length > 0);

/** Returns the index of the first line that differs; undefined if the transcripts are equal. */
export function firstDifference(a: PracticeRun['transcript'], b: PracticeRun['transcript']): number | undefined {
  const count = Math.max(a.length, b.length);
  for (let index = 0; index < count; index += 1) {
    const [one, other] = [a[index], b[index]];
    if (one?.speaker !== other?.speaker || one?.text !== other?.text) return index;
  }
  return undefined;
}
