import type { JudgedRun } from './store.ts';

/** Score from which a criterion counts as met. */
export const bar = 70;

export interface CriterionSeries {
  readonly id: string;
  readonly name: string;
  /** 0 to 100. */
  readonly mean: number;
  /** In the order of the runs. Runs in which the criterion was not judged are left out. */
  readonly points: readonly { readonly run: string; readonly at: string; readonly score: number }[];
}

export const meanOf = (all: readonly number[]): number =>
  Math.round(all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length));

/** Returns scores by criterion, the lowest mean first. */
export function criteriaOf(runs: readonly JudgedRun[]): CriterionSeries[] {
  const series = new Map<string, { name: string; points: { run: string; at: string; score: number }[] }>();
  for (const { uuid: run, at, scores } of runs) {
    for (const { field_id: id, name, score, max } of scores) {
      if (score === null) continue;
      const line = series.get(id) ?? { name, points: [] };
      line.points.push({ run, at, score: Math.round((100 * score) / max) });
      series.set(id, line);
    }
  }
  return [...series]
    .map(([id, { name, points }]) => ({ id, name, points, mean: meanOf(points.map(({ score }) => score)) }))
    .sort((a, b) => a.mean - b.mean || b.points.length - a.points.length || (a.name < b.name ? -1 : 1));
}
