import type { CustomerFact, CustomerPlan } from './plan.ts';
import { openStream, streamOf } from './streams.ts';
import { type CustomerWords, contentOf, plain, stemsOf } from './words.ts';

/** Facts that a customer knows about itself: those of its plan, and common ones drawn once from the seed. */
export interface FactBook {
  readonly open: readonly CustomerFact[];
  readonly hidden: readonly CustomerFact[];
  /** Key: kind of question. */
  readonly common: ReadonlyMap<string, CustomerFact>;
}

export function factsOf(words: CustomerWords, plan: CustomerPlan): FactBook {
  const stream = openStream(streamOf(plan.seed, 'facts'));
  const [first = plan.name] = plain(plan.name).split(' ');
  const common = words.common.map(({ kind, values }) => {
    const drawn = values[stream.below(values.length)] as string;
    const value = drawn.replace('{name}', plan.name).replace('{first}', first);
    return [kind, { id: `common:${kind}`, about: kind, value }] as const;
  });
  return { open: plan.open, hidden: plan.hidden, common: new Map(common) };
}

/** Share of a fact's topic words that a question must contain. One of its `askedBy` phrases suffices as well. */
const relevant = 0.5;

/** Returns how relevant a question is to a fact, from 0 to 1. */
export function relevanceOf(words: CustomerWords, fact: CustomerFact, question: string): number {
  const questionStems = new Set(stemsOf(question));
  const plainQuestion = ` ${plain(question)} `;
  if (fact.askedBy?.some((phrase) => plainQuestion.includes(` ${plain(phrase)} `))) return 1;
  const about = contentOf(words, fact.about);
  const factStems = about.length > 0 ? about : stemsOf(fact.about);
  if (factStems.length === 0) return 0;
  const isAsked = (stem: string): boolean =>
    questionStems.has(stem) ||
    words.topics.some(
      (topic) => topic.has(stem) && [...topic].some((other) => other.length > 3 && questionStems.has(other)),
    );
  return factStems.filter(isAsked).length / factStems.length;
}

/** Returns the facts that a question asks for, best match first. */
export function askedFor(words: CustomerWords, facts: readonly CustomerFact[], question: string): CustomerFact[] {
  return facts
    .map((fact) => ({ fact, relevance: relevanceOf(words, fact, question) }))
    .filter(({ relevance }) => relevance >= relevant)
    .sort((a, b) => b.relevance - a.relevance)
    .map(({ fact }) => fact);
}

/** Returns the common fact that a question asks for. */
export function commonFor(words: CustomerWords, book: FactBook, question: string): CustomerFact | undefined {
  const plainQuestion = plain(question);
  const commonFact = words.common.find(({ pattern }) => pattern.test(plainQuestion));
  return commonFact && book.common.get(commonFact.kind);
}
