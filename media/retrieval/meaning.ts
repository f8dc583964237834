import { patternOf } from '../language/match.ts';
import { plainWords } from '../text/words.ts';
import { asQuestion, type Embed, similarity } from './embed.ts';
import type { Said } from './follow-up/index.ts';
import { contextShare, type Hit, hitOf, money, priceTerms, type Question } from './search.ts';
import { coversEnough, isAnswer, nearlyAsGood, withNearlyAsGood } from './specific.ts';
import { dayNames, degreeTerms, questionTerms, siblings } from './terms.ts';
import type { Unit, Units } from './units.ts';
import { textOf } from './wording.ts';

const mostPassages = 4;
const mostUnits = 24;
/** Number of units whose words are compared individually. */
const mostCompared = 4;
/** Minimum similarity to the question for such a comparison. */
const leastLikeness = 0.35;
/** Similarity from which one word replaces another; from 70 pairs of words. */
const sameWord = 0.7;
/** For yes-or-no questions opposites count as well: "closed" answers "open". */
const sameOrOpposite = 0.67;
const wantsYesOrNo = patternOf(({ retrieval }) => retrieval?.meaning.wantsYesOrNo);
/** Similarity of a sentence to the question from which an amount of money counts as the price, whatever the wording. */
const nearEnough = 0.5;
/** A sentence has at least this share of its passage's similarity. */
const passageShare = 0.85;

/**
 * Finds answers that paraphrase the question: compares each sentence of the nearest passages with the question. A term
 * counts as covered if the sentence contains a very similar word. Names, numbers, days, degrees and
 * words of small classes must match exactly: a fact about one town does not answer for another.
 */
export async function answersInOtherWords({ text, question }: Said, units: Units, embed: Embed): Promise<Hit[]> {
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

/** Returns the similarity of each unit to the question; at least most of its passage's similarity. */
async function likenessOf(
  units: readonly Unit[],
  { text, question: { similarities = [] } }: Pick<Said, 'text' | 'question'>,
  embed: Embed,
): Promise<number[]> {
  const [questionVector] = await embed([asQuestion(text)]);
  const vectors = await embed(units.map(inContext));
  return units.map((unit, i) =>
    Math.max(
      similarity(questionVector as Float32Array, vectors[i] as Float32Array),
      passageShare * (similarities[unit.passage] ?? -1),
    ),
  );
}

const mostTied = 6;

/** Orders answers with equal coverage by their own similarity to the question. */
export async function inOrderOfMeaning({ text, question, answers, hits }: Said, embed: Embed): Promise<readonly Hit[]> {
  const [best] = answers;
  if (best === undefined || question.similarities === undefined) return answers;
  const tied = nearlyAsGood(hits.filter((hit) => isAnswer(hit, question))).slice(0, mostTied);
  // Superlatives and follow-ups are selected by other means.
  if (tied.length < 2 || tied[0] !== best) return answers;
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

/** Returns the text of a unit for individual comparison, preceded by its section. */
export const inContext = (unit: Unit): string =>
  unit.section === '' ? textOf(unit) : `${unit.section}: ${textOf(unit)}`;

interface Near {
  readonly unit: Unit;
  readonly likeness: number;
}

/**
 * Returns the unit as an answer, with similar words for the question's missing terms, or undefined if it is not one.
 * Each word costs model runs, so the heaviest terms are compared first, stopping once the others cannot make it an
 * answer.
 */
async function answerIn(near: Near, question: Question, embed: Embed): Promise<Hit | undefined> {
  const { unit, likeness } = near;
  const missing = missingIn(unit, question);
  // Terms not compared yet count as present.
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
  const answer = hit();
  return isAnswer(answer, question) ? answer : undefined;
}

interface Missing {
  readonly term: string;
  /** Words of the question with this term. */
  readonly words: readonly string[];
}

/** Returns the question's terms that the unit lacks and that a similar word may replace, heaviest first. */
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

/** Returns the similarity of the unit's most similar word, from 0 to 1, or undefined if it is too low. */
async function likestWord(
  { term, words }: Missing,
  { unit, likeness }: Near,
  { text }: Question,
  embed: Embed,
): Promise<number | undefined> {
  const wordVectors = await embed(words);
  const unitVectors = await embed(comparedWords(unit));
  const best = Math.max(0, ...wordVectors.flatMap((vector) => unitVectors.map((other) => similarity(vector, other))));
  if (best >= (wantsYesOrNo.test(text) ? sameOrOpposite : sameWord)) return Math.min(1, best);
  const tellsPrice = likeness >= nearEnough && money.test(textOf(unit));
  return tellsPrice && priceTerms.has(term) ? contextShare : undefined;
}

const compared = new WeakMap<Unit, readonly string[]>();

function comparedWords(unit: Unit): readonly string[] {
  const cachedWords = compared.get(unit);
  if (cachedWords !== undefined) return cachedWords;
  const words = [...new Set(plainWords(inContext(unit)))].filter(
    (word) => hasLikeness(word) && questionTerms(word).size > 0,
  );
  compared.set(unit, words);
  return words;
}

const hasLikeness = (word: string): boolean =>
  !/\p{N}/u.test(word) &&
  !dayNames.has(word) &&
  !siblings.has(word) &&
  ![...questionTerms(word)].some((term) => degreeTerms.has(term));
