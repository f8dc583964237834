import type { CoveredStep } from './coach-client.ts';
import type { PlayedRun } from './play.ts';

export interface Reached {
  readonly reached: number;
  readonly total: number;
  /** Those that no run reached: a step as `id`, a branch as `id>position`. */
  readonly missed: readonly string[];
}

/** The steps and branches of flows that the runs of a suite reached. */
export interface Coverage {
  readonly steps: Reached;
  readonly branches: Reached;
}

/** `flows`: the steps of each target, by its UUID. Returns undefined if none has branches. */
export function coverageOf(
  flows: ReadonlyMap<string, readonly CoveredStep[]>,
  runs: readonly Pick<PlayedRun, 'targetUuid' | 'path'>[],
): Coverage | undefined {
  const branched = [...flows].filter(([, steps]) => steps.some(({ next }) => next !== undefined));
  if (branched.length === 0) return undefined;
  const seen = new Set(
    runs.flatMap(({ targetUuid, path }) =>
      path.map(({ step, branch }) => `${targetUuid} ${branch === undefined ? step : `${step}>${branch}`}`),
    ),
  );
  const reachedOf = (namesOf: (step: CoveredStep) => readonly string[]): Reached => {
    const all = branched.flatMap(([uuid, steps]) => steps.flatMap(namesOf).map((name) => ({ uuid, name })));
    const missed = all.filter(({ uuid, name }) => !seen.has(`${uuid} ${name}`)).map(({ name }) => name);
    return { reached: all.length - missed.length, total: all.length, missed };
  };
  return {
    steps: reachedOf(({ id }) => [id]),
    branches: reachedOf(({ id, next = [] }) => next.map((_, branch) => `${id}>${branch}`)),
  };
}
