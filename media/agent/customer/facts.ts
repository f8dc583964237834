import type { CustomerFact, CustomerPlan } from './plan.ts';
import { openStream, streamOf } from './streams.ts';
import { type CustomerWords, contentOf, plain, stemsOf } from './words.ts';

/** What a customer knows about itself: that of its plan, and common things that are drawn by seed once. */
export interface FactBook {
  readonly open: readonly CustomerFact[];
  readonly hidden: readonly CustomerFact[];
  /** By kind of question. */
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

/** Half of what a fact is about must be asked for, or one of the words or phrases that ask for it. */
const relevant = 0.5;

/** 0 to 1: how much a question is about a fact. */
export function relevanceOf(words: CustomerWords, fact: CustomerFact, question: string): number {
  const asked = new Set(stemsOf(question));
  const said = ` ${plain(question)} `;
  if (fact.askedBy?.some((phrase) => said.includes(` ${plain(phrase)} `))) return 1;
  const about = contentOf(words, fact.about);
  const own = about.length > 0 ? about : stemsOf(fact.about);
  if (own.length === 0) return 0;
  const isAsked = (stem: string): boolean =>
    asked.has(stem) ||
    words.topics.some((topic) => topic.has(stem) && [...topic].some((other) => other.length > 3 && asked.has(other)));
  return own.filter(isAsked).length / own.length;
}

/** The facts that a question asks for, the best first. */
export function askedFor(words: CustomerWords, facts: readonly CustomerFact[], question: string): CustomerFact[] {
  return facts
    .map((fact) => ({ fact, relevance: relevanceOf(words, fact, question) }))
    .filter(({ relevance }) => relevance >= relevant)
    .sort((a, b) => b.relevance - a.relevance)
    .map(({ fact }) => fact);
}

/** The common thing that a question asks for. */
export function commonFor(words: CustomerWords, book: FactBook, question: string): CustomerFact | undefined {
  const said = plain(question);
  const found = words.common.find(({ pattern }) => pattern.test(said));
  return found && book.common.get(found.kind);
}
