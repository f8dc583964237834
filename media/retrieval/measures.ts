import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { questionTerms } from './terms.ts';

/** A number and its unit: "3 working days", "half an hour". */
const measure = patternOf(({ retrieval }) => retrieval?.stated.measure, 'gi');
/** Amounts of money, times of day and shares. */
const otherFigure = patternOf(({ retrieval }) => retrieval?.stated.otherFigure, 'gi');
const asksMany = patternOf(({ retrieval }) => retrieval?.stated.asksMany);
const asksLength = patternOf(({ retrieval }) => retrieval?.stated.asksLength);
const period = patternOf(({ retrieval }) => retrieval?.stated.period);
const span = patternOf(({ retrieval }) => retrieval?.stated.span);
const asksDimension = patternOf(({ retrieval }) => retrieval?.stated.asksDimension);
const dimension = patternOf(({ retrieval }) => retrieval?.stated.dimension, 'gi');
const asksAmount = patternOf(({ retrieval }) => retrieval?.stated.asksAmount);

const numberWords: ReadonlyMap<string, string> = new Map(
  entriesOf(({ retrieval }) => retrieval?.designations.numbers).map((word, i) => [word, String(i + 1)]),
);

interface Measure {
  readonly text: string;
  readonly count: string;
  /** Term of the unit. */
  readonly unit: string;
}

const measuresIn = (text: string): Measure[] =>
  [...text.matchAll(measure)].map(([whole, count = '', unit = '']) => {
    const number = count.toLowerCase();
    return { text: whole, count: numberWords.get(number) ?? number, unit: [...questionTerms(unit)][0] ?? unit };
  });

/**
 * Returns whether the figures of a sentence are of the kind that the question asks for: "14 days" counts no kennels,
 * "40 centimetres deep" is not a length, and "07:25" does not say how long a flight takes.
 */
export function statesFigureOfKind(sentence: string, question: string): boolean {
  const measures = measuresIn(sentence);
  if (asksMany.test(question)) {
    const questionWords = questionTerms(question);
    const others = measures.filter(({ unit }) => !questionWords.has(unit));
    const left = others
      .reduce((text, { text: part }) => text.replace(part, ' '), sentence)
      .replaceAll(otherFigure, ' ');
    return (left === sentence || hasQuantity(left)) && counts(left, questionWords);
  }
  if (asksAge.test(question) && !age.test(sentence)) return false;
  if (asksForPrice.test(question) && !hasQuantity(sentence.replaceAll(noPrice, ' '))) return false;
  if (asksLength.test(question) && measures.length === 0 && !period.test(sentence) && !span.test(sentence))
    return false;
  const [, dimensionWord] = asksDimension.exec(question) ?? [];
  const stated = [...sentence.matchAll(dimension)].map(([, each = '']) => each.toLowerCase());
  return dimensionWord === undefined || stated.length === 0 || stated.includes(dimensionWord.toLowerCase());
}

/** Most words between a number and the noun that it counts. */
const mostBetween = 3;

/** Returns whether a number is near one of the nouns, if the text has any: "ages from 4 to 18" counts no girls. */
function counts(text: string, nouns: ReadonlySet<string>): boolean {
  const words = text.split(/\s+/);
  const isNumber = words.map((word) => hasQuantity(word));
  const places = words.flatMap((word, at) => ([...questionTerms(word)].some((term) => nouns.has(term)) ? [at] : []));
  const isNear = (at: number): boolean =>
    isNumber.slice(Math.max(0, at - mostBetween), at + mostBetween + 1).some(Boolean);
  return places.length === 0 || places.some(isNear) || smallWord.test(text);
}

const asksAge = patternOf(({ retrieval }) => retrieval?.stated.asksAge);
const age = patternOf(({ retrieval }) => retrieval?.stated.age);
const asksForPrice = patternOf(({ retrieval }) => retrieval?.stated.asksForPrice);
/** Numbers that are not prices: "Year 7", "70 cars". */
const noPrice = patternOf(({ retrieval }) => retrieval?.stated.noPrice, 'gu');
const quantity = patternOf(({ retrieval }) => retrieval?.stated.quantity);
const smallWord = patternOf(({ retrieval }) => retrieval?.stated.smallQuantity);
const hasQuantity = (text: string): boolean => quantity.test(text) || smallWord.test(text);

/** Returns whether a price is of the measure in the question: what three hours cost does not say it for four. */
export function isOfSameMeasure(statement: string, question: string): boolean {
  if (!asksAmount.test(question)) return true;
  const stated = measuresIn(statement);
  return measuresIn(question)
    .filter(({ count }) => /\d/.test(count))
    .every(({ count, unit }) => {
      const ofUnit = stated.filter((each) => each.unit === unit && /\d/.test(each.count));
      return ofUnit.length === 0 || ofUnit.some((each) => each.count === count);
    });
}
