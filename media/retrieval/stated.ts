import { patternOf } from '../language/match.ts';
import { questionTerms, rootsOf } from './terms.ts';
import type { RowUnit } from './units.ts';

const counted = patternOf(({ retrieval }) => retrieval?.stated.asksQuantity);
const reference = patternOf(({ retrieval }) => retrieval?.stated.reference, 'gi');
const quantity = patternOf(({ retrieval }) => retrieval?.stated.quantity);
/** Words that count only before the thing asked for: "one director", "no lifts", "several new languages". */
const smallWord = patternOf(({ retrieval }) => retrieval?.stated.smallQuantity, 'gi');
const period = patternOf(({ retrieval }) => retrieval?.stated.period);
const asksPeriod = patternOf(({ retrieval }) => retrieval?.stated.asksPeriod);
const passive = patternOf(({ retrieval }) => retrieval?.stated.passive, 'gi');
const doer = patternOf(({ retrieval }) => retrieval?.stated.doer);
const auxiliary = patternOf(({ retrieval }) => retrieval?.demands.auxiliary, '');
const qualifying = patternOf(({ retrieval }) => retrieval?.stated.qualifying, 'iu');
/** Words that say something of the noun before them: "the shop open". */
const predicate = patternOf(({ retrieval }) => retrieval?.stated.predicate);
/** Adjectives with an article that tell nothing apart: "the current director", "a new reservation". */
const plain = patternOf(({ retrieval }) => retrieval?.stated.plain);

/**
 * Returns whether a sentence states a quantity if the question asks how many, how large or how long. The number of a
 * section or of a version is none.
 */
export function statesQuantity(sentence: string, question: string): boolean {
  if (!counted.test(question)) return true;
  const plain = sentence.replaceAll(reference, ' ');
  if (quantity.test(plain) || (asksPeriod.test(question) && period.test(plain))) return true;
  const terms = questionTerms(question);
  return [...plain.matchAll(smallWord)].some(([, thing = '']) =>
    [...questionTerms(thing)].some((term) => terms.has(term)),
  );
}

const measured = patternOf(({ retrieval }) => retrieval?.stated.measured);
const measureHead = patternOf(({ retrieval }) => retrieval?.stated.measureHead);
const identified = patternOf(({ retrieval }) => retrieval?.stated.identified);

/**
 * Returns whether a row states how long, old or heavy something is, if the question asks for it and names none of its
 * columns.
 */
export function statesMeasure({ table, cells }: RowUnit, columns: readonly number[], question: string): boolean {
  if (!asksPeriod.test(question)) return true;
  const [only = 0] = columns;
  const questionWords = questionTerms(question);
  const isNamed = [...questionTerms(table.header[only] ?? '')].some((term) => questionWords.has(term));
  if (columns.length < 2 && (isNamed || measureHead.test(cells[0] ?? ''))) return true;
  return columns.some((column) => {
    const head = table.header[column] ?? '';
    return (measureHead.test(head) && ratesIn(head).length === 0) || measured.test(cells[column] ?? '');
  });
}

const rate = patternOf(({ retrieval }) => retrieval?.stated.rate, 'giu');
const rateOf = patternOf(({ retrieval }) => retrieval?.stated.rateOf, 'giu');
const ratesIn = (text: string): string[] =>
  [...text.matchAll(rate), ...text.matchAll(rateOf)].map(([, unit = '']) => unit.toLowerCase());

/** Returns whether a statement is by the unit of the question: "12 euros an hour" does not state a price per day. */
export function isByUnit(statement: string, question: string): boolean {
  const askedUnits = ratesIn(question);
  const statedUnits = ratesIn(statement);
  return askedUnits.length === 0 || statedUnits.length === 0 || statedUnits.some((unit) => askedUnits.includes(unit));
}

/** Returns whether a sentence has a name, or says who somebody is: "The orchard can be used" does not. */
export function namesSomebody(sentence: string): boolean {
  if (identified.test(sentence)) return true;
  return namesAtStart.test(sentence) || [...sentence.matchAll(capitalised)].some(({ index }) => index > 0);
}

const capitalised = /(?<!\p{L})\p{Lu}[\p{L}'’-]+/gu;
/** A name of two words, or one before a verb in the past or third person: "Ingrid leads the tours". */
const namesAtStart = /^\p{Lu}[\p{L}'’.-]+ (?:\p{Lu}|\p{Ll}+(?:s|ed)\b)/u;
const fullName = /^(?:\p{Lu}[\p{L}'’.-]*[ ,]*)+$|\p{Lu}[\p{L}'’-]+\.? \p{Lu}[\p{L}'’-]+/u;

/** Returns whether a row has a name of somebody in one of its cells. */
export const rowNamesSomebody = ({ names, cells }: RowUnit): boolean =>
  [...names, ...cells].some((cell) => fullName.test(cell.trim()));

/** Returns whether a sentence may name who does what the verb says: "is maintained in a handbook" does not. */
export function namesDoer(sentence: string, verb: string): boolean {
  if (doer.test(sentence)) return true;
  const roots = rootsOf(verb);
  const isPassive = ([, participle = '']: RegExpMatchArray): boolean =>
    [...rootsOf(participle)].some((root) => roots.has(root));
  return ![...sentence.matchAll(passive)].some(isPassive);
}

function wordsOf(text: string) {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’&-]*/gu)].map(([word]) => word);
  const termOf = (at: number): string | undefined => {
    const terms = [...questionTerms(words[at] ?? '')];
    return terms.length === 1 ? terms[0] : undefined;
  };
  return { words, termOf };
}

/** A term of the source, and the word behind it that the source does not have: "Classic triple". */
export interface Extended {
  readonly term: string;
  readonly unknown: string;
}

/** Returns the terms of a question with an unknown word directly behind them. */
export function extendedTerms(text: string, isKnown: (term: string) => boolean): Extended[] {
  const { words, termOf } = wordsOf(text);
  return words.flatMap((_, at) => {
    const [term, unknown] = [termOf(at), termOf(at + 1)];
    const isPair = term !== undefined && unknown !== undefined && isKnown(term) && !isKnown(unknown);
    return isPair && !/\d/.test(unknown) ? [{ term, unknown }] : [];
  });
}

/**
 * Returns the terms that tell the thing asked for from others of its kind, and that the source does not have at all:
 * "winter" in "How many came to the winter fair?", and "helmet" in "theft of a helmet".
 */
export function unknownQualifiers(text: string, isKnown: (term: string) => boolean): Set<string> {
  const { words, termOf } = wordsOf(text);
  const unknown = new Set<string>();
  for (let at = 1; at < words.length; at += 1) {
    const term = termOf(at);
    if (term === undefined || isKnown(term) || /\d/.test(term)) continue;
    // "Is the shop open?" asks about the shop.
    const isSubject =
      auxiliary.test((words[at - 2] ?? '').toLowerCase()) && (at === 2 || predicate.test(words[at + 1] ?? ''));
    const article = words[at - 1] ?? '';
    const isAdjective =
      !isSubject &&
      /^(?:an?|the)$/i.test(article) &&
      !plain.test(`${article} ${words[at]}`) &&
      isKnown(termOf(at + 1) ?? '');
    const isObject = qualifying.test(words.slice(Math.max(0, at - 3), at + 1).join(' '));
    if (isAdjective || isObject) unknown.add(term);
  }
  return unknown;
}
