import { patternOf } from '../../language/match.ts';
import { type Clause, clausesIn, isAsserted } from '../../reading/acts.ts';
import { states } from './conditions.ts';
import type { Heard } from './heard.ts';
import type { CustomerObjection, CustomerPlan } from './plan.ts';
import { type CustomerWords, contentOf, stemsOf } from './words.ts';

const strengthOf = { easy: 1, medium: 1, hard: 2, adversarial: 3 } as const;

export const strengths = ({ objections, difficulty }: CustomerPlan) =>
  objections.map(({ strength }) => ({ left: strength ?? strengthOf[difficulty], raised: 0 }));

/** Returns the index of the first objection that has not been raised and whose trigger was mentioned. */
export function dueOf(
  words: CustomerWords,
  plan: CustomerPlan,
  raised: readonly { readonly raised: number }[],
  heard: Heard,
): number | undefined {
  const said = new Set(stemsOf(heard.turn.text));
  const isTriggered = ({ trigger }: CustomerObjection): boolean =>
    trigger === undefined || contentOf(words, trigger).every((stem) => said.has(stem));
  const at = plan.objections.findIndex((one, index) => raised[index]?.raised === 0 && isTriggered(one));
  return at === -1 ? undefined : at;
}

/** Minimum number of content words in an answer. */
const leastWords = 5;

/**
 * Returns whether a turn answers an objection: it contains words of the objection, a phrase that its author expects, or
 * what the documents say about it. An evasive turn never does.
 */
export function answers(
  words: CustomerWords,
  plan: CustomerPlan,
  { text, answeredBy }: CustomerObjection,
  heard: Heard,
): boolean {
  if (heard.isEvasive) return false;
  if (answeredBy !== undefined) return answeredBy.some((phrase) => states(phrase, heard.turn.text));
  // A turn that agrees with the objection, or denies, answers nothing with those words.
  const clauses = clausesIn(heard.turn.text);
  if (clauses.some(({ acts, isNegative }) => acts.has('concedes') && !isNegative && isWholly(words, text, clauses)))
    return false;
  const spoken = contentOf(
    words,
    clauses
      .filter((clause) => isAsserted(clause) && !clause.isWithheld)
      .map((clause) => clause.text)
      .join(' '),
  );
  if (spoken.length < leastWords) return false;
  const about = new Set(contentOf(words, text));
  const isAbout = spoken.some((stem) => about.has(stem));
  const grounds = groundsOf(words, plan, about);
  if (grounds.size === 0) return isAbout;
  return spoken.filter((stem) => grounds.has(stem)).length >= 2;
}

/** Whether a turn repeats the objection as it was raised, without a denial or a contrast. */
function isWholly(words: CustomerWords, objection: string, clauses: readonly Clause[]): boolean {
  const about = new Set(contentOf(words, objection));
  return (
    clauses.every(({ isNegative }) => !isNegative) &&
    clauses.some(({ text }) => contentOf(words, text).some((stem) => about.has(stem))) &&
    !clauses.some(({ text }) => contrast.test(text))
  );
}

const contrast = patternOf(({ reading }) => reading?.acts.contrast);

/** Returns the stems of the document sentences that are about an objection. */
function groundsOf(words: CustomerWords, { knowledge }: CustomerPlan, about: ReadonlySet<string>): Set<string> {
  const grounds = new Set<string>();
  for (const sentence of knowledge) {
    const stems = contentOf(words, sentence);
    if (stems.some((stem) => about.has(stem))) for (const stem of stems) grounds.add(stem);
  }
  return grounds;
}
