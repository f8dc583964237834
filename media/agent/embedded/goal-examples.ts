import { LRUCache } from 'lru-cache';
import { patternOf } from '../../language/match.ts';
import { termsOf } from '../../retrieval/index.ts';
import { plainOf } from './spoken.ts';

/** Days, hours and numbers are removed before comparing: two sentences are not alike because both mention a Friday. */
const details = patternOf(({ agent }) => agent?.examples.details, 'g');
/** Removes days, hours and numbers from a normalised text. */
export const gistOf = (plain: string): string => plain.replace(details, ' ').replace(/\s+/g, ' ').trim();

/** The parts of an example that are compared with the caller's words. */
export interface Example {
  readonly gist: string;
  readonly terms: ReadonlySet<string>;
}

/** Returns the prepared form of an example, by its text. */
export type GoalExamples = (text: string) => Example;

/** Maximum number of cached examples, across all flows of a process. */
const maxExamples = 4096;

/**
 * Caches prepared examples: every turn compares with every example of its flow, and preparing one costs more than
 * comparing.
 */
export function createGoalExamples(): GoalExamples {
  const examples = new LRUCache<string, Example>({ max: maxExamples });
  return (text) => {
    const cached = examples.get(text);
    if (cached !== undefined) return cached;
    const fresh = { gist: gistOf(plainOf(text)), terms: termsOf(text) };
    examples.set(text, fresh);
    return fresh;
  };
}
