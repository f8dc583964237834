import { t } from '../../../language/text.ts';
import type { components } from '../../../server/api.d.ts';
import type { FlowDraft } from './flow-draft.ts';

type FlowCoverage = components['schemas']['FlowCoverage'];

/** How many practice runs reached the steps and branches of a flow. */
export interface Reach {
  readonly runs: number;
  /** By key of a step or of a branch. */
  readonly counts: ReadonlyMap<string, number>;
  /** Names of the steps that no run reached. */
  readonly missedSteps: readonly string[];
  /** Number of branches that no run took. */
  readonly missedBranches: number;
}

/** Returns undefined if no run has been counted, or if the counts are of another version of the steps. */
export function reachOf(
  { runs, steps: covered, version: counted }: Pick<FlowCoverage, 'runs' | 'steps' | 'version'>,
  { steps, version }: Pick<FlowDraft, 'steps' | 'version'>,
): Reach | undefined {
  if (runs === 0 || counted !== version) return undefined;
  const counts = new Map<string, number>();
  for (const step of steps) {
    const found = covered.find(({ id }) => id === step.id);
    if (found === undefined) continue;
    counts.set(step.key, found.runs);
    for (const [index, branch] of step.branches.entries()) counts.set(branch.key, found.branches[index] ?? 0);
  }
  const missed = covered.filter((step) => step.runs === 0);
  const branches = covered.flatMap((step) => step.branches);
  return {
    runs,
    counts,
    missedSteps: missed.map(({ id }) => id),
    missedBranches: branches.filter((count) => count === 0).length,
  };
}

/** Returns a count in words: "3 of 8 runs". */
export const countText = (count: number, runs: number): string =>
  t('{count} of {runs, plural, one {# run} other {# runs}}', { count, runs });

/** Returns the names of steps and the number of branches that no run reached, as a sentence. */
export function missedText({ missedSteps, missedBranches }: Pick<Reach, 'missedSteps' | 'missedBranches'>): string {
  if (missedSteps.length === 0 && missedBranches === 0) return t('Every step and every branch was reached.');
  const steps = missedSteps.length === 0 ? '' : t('Never reached: {steps}.', { steps: missedSteps.join(', ') });
  const branches =
    missedBranches === 0
      ? ''
      : t('{count, plural, one {# branch was} other {# branches were}} never taken.', { count: missedBranches });
  return [steps, branches].filter((sentence) => sentence !== '').join(' ');
}
