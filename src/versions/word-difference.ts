import { diffWordsWithSpace } from 'diff';

/** A run of text that two texts share, or that only one of them has. */
export interface TextPart {
  readonly change: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Texts that differ by more words are shown as removed and added as a whole: a longer comparison would hold others. */
const mostEdits = 300;

/** Returns the difference of two texts by words. Joining the parts restores both. */
export function wordDifference(from: string, to: string): TextPart[] {
  const runs = diffWordsWithSpace(from, to, { maxEditLength: mostEdits });
  if (runs === undefined)
    return [
      { change: 'removed', text: from },
      { change: 'added', text: to },
    ];
  return runs.map(({ added, removed, value: text }) => ({
    change: added ? 'added' : removed ? 'removed' : 'same',
    text,
  }));
}
