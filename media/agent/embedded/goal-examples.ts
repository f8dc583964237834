import { LRUCache } from 'lru-cache';
import { patternOf } from '../../language/match.ts';
import { termsOf } from '../../retrieval/index.ts';
import { plainOf } from './spoken.ts';

/** Days, hours and numbers say when and how many, not what: two sentences are not alike because both name a Friday. */
const details = patternOf(({ agent }) => agent?.examples.details, 'g');
/** A normalised text without them. */
export const gistOf = (plain: string): string => plain.replace(details, ' ').replace(/\s+/g, ' ').trim();

/** What of an example is compared with a caller's words. */
export interface Example {
  readonly gist: string;
  readonly terms: ReadonlySet<string>;
}

/** Examples of goals as they are compared, by their text. */
export type GoalExamples = (text: string) => Example;

/** Examples remembered, of all the flows of a process. */
const maxExamples = 4096;

/** Every turn compares with every example of its flow, and reading one costs more than comparing with it. */
export function createGoalExamples(): GoalExamples {
  const known = new LRUCache<string, Example>({ max: maxExamples });
  return (text) => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const fresh = { gist: gistOf(plainOf(text)), terms: termsOf(text) };
    known.set(text, fresh);
    return fresh;
  };
}
