import { meetsDemands } from './demands.ts';
import { extremeOf } from './extreme.ts';
import { type Hit, type Question, statesTotal } from './search.ts';
import { sumOf } from './sums.ts';
import type { Units } from './units.ts';

/** Minimum coverage of an answer. Questions of few terms need more; sentences in a similar passage need less. */
const minCoverage = 0.62;
const minCoverageOfFew = 0.75;
const few = 2;
const minCoverageOfSimilar = 0.48;
const similar = 0.55;
/** A further sentence belongs to the answer if it scores at least this share of the best. */
const alsoScore = 0.93;
const maxTold = 3;
const topicCoverage = 0.7;
const maxTopic = 6;

export const isAnswer = (hit: Hit, question: Question): boolean =>
  coversEnough(hit, question) && meetsDemands(hit, question);

/** Returns whether a hit covers enough of the question to be its answer. */
export function coversEnough(hit: Hit, { weights, names }: Question): boolean {
  const { unit, coverage, similarity = 0 } = hit;
  if (coverage < minCoverageOfSimilar) return false;
  if (coverage >= (weights.size <= few ? minCoverageOfFew : minCoverage)) return true;
  // A similar sentence may be about another thing of the same kind, so the names must match.
  const isNamed = [...names].every((name) => unit.terms.has(name) || unit.context.has(name));
  return unit.kind === 'sentence' && isNamed && similarity >= similar;
}

export function specificHits(question: Question, hits: readonly Hit[], units: Units): Hit[] {
  const extreme = extremeOf(question, units);
  if (extreme !== undefined)
    return [{ unit: extreme.unit, columns: [extreme.column], coverage: 1, similarity: undefined, score: 1 }];
  const sum = sumOf(question, units);
  if (sum !== undefined) return [sum];
  const answers = hits.filter((hit) => isAnswer(hit, question));
  const totals = question.isOfTotal ? answers.filter(statesTotal) : [];
  return withNearlyAsGood(totals.length > 0 ? totals : answers);
}

/** Returns the best answer and up to two that are nearly as good. */
export const withNearlyAsGood = (answers: readonly Hit[]): Hit[] => nearlyAsGood(answers).slice(0, maxTold);

export function nearlyAsGood(answers: readonly Hit[]): Hit[] {
  const [best] = answers;
  if (best === undefined) return [];
  return answers.filter(
    (hit) => hit === best || (hit.score >= alsoScore * best.score && hit.coverage >= best.coverage * alsoScore),
  );
}

/** Returns what the source says about a subject, in document order. */
export function topicHits(hits: readonly Hit[], { units }: Units): Hit[] {
  const about = hits.filter(({ coverage }) => coverage >= topicCoverage).slice(0, maxTopic);
  const order = new Map(units.map((unit, i) => [unit, i]));
  return about.toSorted((a, b) => (order.get(a.unit) ?? 0) - (order.get(b.unit) ?? 0));
}
