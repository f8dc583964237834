import type { Hit, Question } from '../search.ts';
import type { Units } from '../units.ts';

/** A question as it would be asked by itself, and what answers it. */
export interface Said {
  readonly text: string;
  readonly question: Question;
  readonly hits: readonly Hit[];
  /** Empty where the source does not say it. */
  readonly told: readonly Hit[];
}

export interface Asker {
  readonly units: Units;
  readonly ownYear: number | undefined;
  /** As it is asked by itself, by words and meaning. */
  ask(text: string): Promise<Said>;
  /** By words alone: what is put together here is held to what it says. */
  askByWords(text: string): Said;
}
