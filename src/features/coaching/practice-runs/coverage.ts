import type { FlowCoverage, ProvenSuite } from '../../../versions/index.ts';
import type { TranscriptLine } from './schema.ts';

export type FlowSteps = NonNullable<ProvenSuite['steps']>;

interface Goal {
  readonly id: string;
  readonly next?: readonly unknown[] | undefined;
}

/** Returns the steps of a flow; undefined if it has no branches, because then all of its goals are open at once. */
export const stepsOf = (goals: readonly Goal[]): FlowSteps | undefined =>
  goals.some(({ next }) => next !== undefined)
    ? goals.map(({ id, next = [] }) => ({ id, branches: next.length }))
    : undefined;

/** Counts the runs that reached each step and took each branch, by the transcripts of the runs. */
export function coverageOf(steps: FlowSteps, transcripts: readonly (readonly TranscriptLine[])[]): FlowCoverage {
  const counts = new Map<string, number>();
  for (const lines of transcripts) {
    const parts = lines.flatMap(({ path = [] }) => path);
    for (const key of new Set(parts.map(({ step, branch }) => keyOf(step, branch))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const countOf = (step: string, branch?: number): number => counts.get(keyOf(step, branch)) ?? 0;
  return {
    runs: transcripts.length,
    steps: steps.map(({ id, branches }) => ({
      id,
      runs: countOf(id),
      branches: Array.from({ length: branches }, (_, branch) => countOf(id, branch)),
    })),
  };
}

/** Names of steps may have any characters. */
const keyOf = (step: string, branch: number | undefined): string => JSON.stringify([step, branch]);
