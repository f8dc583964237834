import { diffWordsWithSpace } from 'diff';

/** A run of text that two texts share, or that only one of them has. */
export interface TextPart {
  readonly change: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Words that may still be found to differ in one comparison of definitions: a longer one would hold other requests. */
export interface EditBudget {
  left: number;
}

export const newBudget = (): EditBudget => ({ left: 300 });

/**
 * Returns the difference of two texts by words. Joining the parts restores both. Texts that differ by more words than
 * are left are shown as removed and added as a whole.
 */
export function wordDifference(from: string, to: string, budget = newBudget()): TextPart[] {
  const runs = budget.left > 0 ? diffWordsWithSpace(from, to, { maxEditLength: budget.left }) : undefined;
  if (runs === undefined) {
    budget.left = 0;
    return [
      { change: 'removed', text: from },
      { change: 'added', text: to },
    ];
  }
  for (const { added, removed, count } of runs) if (added || removed) budget.left -= count;
  return runs.map(({ added, removed, value: text }) => ({
    change: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}
