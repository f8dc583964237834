import type { Persona } from '../personas/index.ts';
import type { Criterion, Scenario } from '../scenarios/index.ts';

/** Data of a run, fixed at its creation. */
export interface Snapshot {
  readonly persona: Persona;
  readonly scenario: Scenario;
  readonly criteria: readonly Criterion[];
  /** Documents that the customer knows; empty once the run is over. */
  readonly documents: readonly { readonly title: string; readonly text: string }[];
}

/** A customer knows 5,000 sentences at most, which are shorter than this. */
export const mostKnownCharacters = 1_000_000;

/** Returns the documents up to a total length, because each run stores them. */
export function knownPartOf(documents: Snapshot['documents']): Snapshot['documents'] {
  let left = mostKnownCharacters;
  return documents.flatMap(({ title, text }) => {
    // Half of a surrogate pair cannot be stored.
    const knownText = text.slice(0, left).replace(/[\ud800-\udbff]$/, '');
    left = Math.max(0, left - text.length);
    return knownText === '' ? [] : [{ title, text: knownText }];
  });
}
