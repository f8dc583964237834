import type { Hit, Question } from '../search.ts';
import type { Units } from '../units.ts';

/** A question in self-contained form, with its answer. */
export interface Said {
  readonly text: string;
  readonly question: Question;
  readonly hits: readonly Hit[];
  /** Empty if the source does not contain the answer. */
  readonly answers: readonly Hit[];
}

export interface Asker {
  readonly units: Units;
  readonly ownYear: number | undefined;
  /** Answers a self-contained question by words and meaning. */
  ask(text: string): Promise<Said>;
  /** Answers by words only: a reconstructed question must match literally. */
  askByWords(text: string): Said;
}
