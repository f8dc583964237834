import type { Judged, Score } from './schema.ts';

/**
 * Returns `pass` if the objective is met and every score is at its bar, `fail` if the objective is missed and no score
 * is at its bar, and `partial` otherwise. Scores that could not be judged do not count.
 */
export function verdictOf(objectiveMet: boolean, scores: readonly Pick<Score, 'score' | 'bar'>[]): Judged['verdict'] {
  const atBar = scores.flatMap(({ score, bar }) => (score === null ? [] : [score >= bar]));
  if (objectiveMet && atBar.every((is) => is)) return 'pass';
  return !objectiveMet && !atBar.some((is) => is) ? 'fail' : 'partial';
}
