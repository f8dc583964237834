import { patternOf } from '../language/match.ts';
import { plainWords } from '../text/words.ts';
import { asQuestion, type Embed, similarity } from './embed.ts';
import type { Said } from './follow-up/index.ts';
import { contextShare, type Hit, hitOf, money, type Question } from './search.ts';
import { coversEnough, isAnswer, nearlyAsGood, withNearlyAsGood } from './specific.ts';
import { dayNames, degreeTerms, questionTerms } from './terms.ts';
import type { Unit, Units } from './units.ts';
import { textOf } from './wording.ts';

const mostPassages = 4;
const mostUnits = 24;
/** Of these the words are compared one by one. */
const mostCompared = 4;
/** And only those that are at least so near to the question. */
const leastLikeness = 0.35;
/** Likeness of two words from which on one stands for the other; from 70 pairs of words. */
const sameWord = 0.7;
/** A question that wants a yes or a no is answered by the opposite too: "open" by "closed". */
const sameOrOpposite = 0.67;
const wantsYesOrNo = patternOf(({ retrieval }) => retrieval?.meaning.wantsYesOrNo);
/** An amount of money says what something costs, in whatever words, where the sentence is this near to the question. */
const nearEnough = 0.5;
const priceTerms = new Set([...questionTerms('cost'), ...questionTerms('pay')]);
/** What a sentence has of the likeness of its passage. */
const passageShare = 0.85;

/**
 * What answers a question in other words than its own: sentences of the nearest passages, each compared with the question
 * by itself, where a word counts as named when the sentence has one that is very alike. Names, numbers, days and degrees
 * have no likeness: of two towns one does not answer for the other.
 */
export async function toldInOtherWords({ text, question }: Said, units: Units, embed: Embed): Promise<Hit[]> {
  const { similarities } = question;
  if (similarities === undefined || question.weights.size === 0) return [];
  const near = nearestUnits(units, similarities);
  const likenesses = await likenessOf(near, { text, question }, embed);
  const ranked = near
    .map((unit, i) => ({ unit, likeness: likenesses[i] as number }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, mostCompared);
  const answers: Hit[] = [];
  for (const each of ranked) {
    const hit = await answerIn(each, question, embed);
    if (hit !== undefined) answers.push(hit);
  }
  return withNearlyAsGood(answers.sort((a, b) => b.score - a.score));
}

/** Of each of these to the question, by itself; at least most of what its passage has. */
async function likenessOf(
  units: readonly Unit[],
  { text, question: { similarities = [] } }: Pick<Said, 'text' | 'question'>,
  embed: Embed,
): Promise<number[]> {
  const [asked] = await embed([asQuestion(text)]);
  const vectors = await embed(units.map(inContext));
  return units.map((unit, i) =>
    Math.max(
      similarity(asked as Float32Array, vectors[i] as Float32Array),
      passageShare * (similarities[unit.passage] ?? -1),
    ),
  );
}

const mostTied = 6;

/** Of answers that name as much of the question, the one that is nearest to it by itself comes first. */
export async function inOrderOfMeaning({ text, question, told, hits }: Said, embed: Embed): Promise<readonly Hit[]> {
  const [best] = told;
  if (best === undefined || question.similarities === undefined) return told;
  const tied = nearlyAsGood(hits.filter((hit) => isAnswer(hit, question))).slice(0, mostTied);
  // An extreme, or what an earlier question is about, was chosen by other means.
  if (tied.length < 2 || tied[0] !== best) return told;
  const units = tied.map(({ unit }) => unit);
  const likenesses = await likenessOf(units, { text, question }, embed);
  return withNearlyAsGood(
    units.map((unit, i) => hitOf(unit, question, likenesses[i])).sort((a, b) => b.score - a.score),
  );
}

function nearestUnits({ units }: Units, similarities: readonly number[]): Unit[] {
  const nearest = similarities
    .map((_, i) => i)
    .sort((a, b) => (similarities[b] as number) - (similarities[a] as number))
    .slice(0, mostPassages);
  return nearest.flatMap((passage) => units.filter((unit) => unit.passage === passage)).slice(0, mostUnits);
}

/** A sentence as it is compared by itself. */
export const inContext = (unit: Unit): string =>
  unit.section === '' ? textOf(unit) : `${unit.section}: ${textOf(unit)}`;

interface Near {
  readonly unit: Unit;
  readonly likeness: number;
}

/**
 * The unit as an answer, with other words for those of the question that it lacks; undefined where it is none. Each word
 * costs runs of the model, so the heaviest is compared first, and none once the rest could not make an answer.
 */
async function answerIn(near: Near, question: Question, embed: Embed): Promise<Hit | undefined> {
  const { unit, likeness } = near;
  const missing = missingIn(unit, question);
  // What is not compared yet counts as if it were there.
  const alike = new Map(missing.map(({ term }) => [term, 1]));
  const hit = (): Hit => hitOf(unit, question, likeness, alike);
  if (!isAnswer(hit(), question)) return undefined;
  for (const each of missing) {
    const { term } = each;
    const found = await likestWord(each, near, question, embed);
    if (found === undefined) alike.delete(term);
    else alike.set(term, found);
    if (!coversEnough(hit(), question)) return undefined;
  }
  return hit();
}

interface Missing {
  readonly term: string;
  /** Of the question. */
  readonly words: readonly string[];
}

/** Words of the question that the unit lacks and may have another word for; the heaviest first. */
function missingIn(unit: Unit, { text, names, weights }: Question): Missing[] {
  const missing = new Map<string, Missing>();
  for (const word of plainWords(text)) {
    const [term, ...more] = questionTerms(word);
    if (term === undefined || more.length > 0 || !weights.has(term)) continue;
    if (unit.terms.has(term) || unit.context.has(term) || names.has(term) || !hasLikeness(word)) continue;
    missing.set(term, { term, words: [...(missing.get(term)?.words ?? []), word] });
  }
  const weightOf = ({ term }: Missing): number => weights.get(term) as number;
  return [...missing.values()].sort((a, b) => weightOf(b) - weightOf(a));
}

/** How alike the likest word of the unit is, 0 to 1; undefined where none is alike enough to stand for it. */
async function likestWord(
  { term, words }: Missing,
  { unit, likeness }: Near,
  { text }: Question,
  embed: Embed,
): Promise<number | undefined> {
  const asked = await embed(words);
  const said = await embed(comparedWords(unit));
  const best = Math.max(0, ...asked.flatMap((one) => said.map((other) => similarity(one, other))));
  if (best >= (wantsYesOrNo.test(text) ? sameOrOpposite : sameWord)) return Math.min(1, best);
  const tellsPrice = likeness >= nearEnough && money.test(textOf(unit));
  return tellsPrice && priceTerms.has(term) ? contextShare : undefined;
}

const compared = new WeakMap<Unit, readonly string[]>();

function comparedWords(unit: Unit): readonly string[] {
  const known = compared.get(unit);
  if (known !== undefined) return known;
  const words = [...new Set(plainWords(inContext(unit)))].filter(
    (word) => hasLikeness(word) && questionTerms(word).size > 0,
  );
  compared.set(unit, words);
  return words;
}

const hasLikeness = (word: string): boolean =>
  !/\p{N}/u.test(word) && !dayNames.has(word) && ![...questionTerms(word)].some((term) => degreeTerms.has(term));
