import { patternOf } from '../language/match.ts';
import { designationsIn, isDesignated } from './designations.ts';
import { isOfSameMeasure, statesFigureOfKind } from './measures.ts';
import { openingHoursIn } from './opening-hours.ts';
import { type Hit, holds, money, priceTerms, type Question } from './search.ts';
import { isByUnit, namesDoer, namesSomebody, rowNamesSomebody, statesMeasure, statesQuantity } from './stated.ts';
import { questionTerms, rootsOf, softTerms, yearsIn } from './terms.ts';
import { allTextOf, goesOn, type RowUnit, type Unit } from './units.ts';

const asksWho = patternOf(({ retrieval }) => retrieval?.demands.asksWho);
const asksIdentity = patternOf(({ retrieval }) => retrieval?.demands.asksIdentity);

/**
 * Minimum share of the question's terms, other than names, that a hit must contain. Below it the hit is about the same
 * person but another subject.
 */
const minSubject = 0.34;

/** Similarity from which one qualifier stands for another. */
const sameQualifier = 0.9;

/** "What is the depth of the pool?" */
const asksAttribute = patternOf(({ retrieval }) => retrieval?.demands.asksAttribute);
const asksPrice = patternOf(({ retrieval }) => retrieval?.demands.asksPrice);
const wantsYesOrNo = patternOf(({ retrieval }) => retrieval?.meaning.wantsYesOrNo);
const auxiliary = patternOf(({ retrieval }) => retrieval?.demands.auxiliary, '');

/**
 * Returns whether a hit on the question's subject can answer it: it is about the same thing, place and year, contains
 * the question's figures and more than its names, an amount of money if the question asks for a price, and the verb of
 * a "who" question.
 */
export function meetsDemands({ unit, columns, alike }: Hit, question: Question): boolean {
  const { text, names } = question;
  const roots = rootsOf(allTextOf(unit));
  const isSaid = (term: string): boolean => unit.terms.has(term) || unit.context.has(term) || roots.has(term);
  if (question.figures.some((figure) => !isSaid(figure) && !(isSentence(unit) && unit.before.has(figure))))
    return false;
  if (!isOfYear(unit, question)) return false;
  if (!designationsIn(text).every((designation) => isDesignated(unit, columns, designation))) return false;
  if (asksPrice.test(text) && isSentence(unit) && !money.test(unit.text)) return false;
  const stated = isSentence(unit) ? unit.text : columns.map((column) => unit.cells[column] ?? '').join(' ');
  if (!statesQuantity(stated, question.text) || !isByUnit(isSentence(unit) ? stated : allTextOf(unit), text))
    return false;
  if (!isSentence(unit) && (!statesMeasure(unit, columns, text) || !isNamedRow(unit, question))) return false;
  if (!isSentence(unit) && isOfAnotherRow(unit, question, alike)) return false;
  if (
    isSentence(unit) ? asksForPerson(text) && !namesSomebody(unit.text) : asksWho.test(text) && !rowNamesSomebody(unit)
  )
    return false;
  if (isSentence(unit) && !isOfKind(unit.text, text)) return false;
  const [, attribute = ''] = asksAttribute.exec(text) ?? [];
  const isStated = (term: string): boolean =>
    isSaid(term) ||
    alike?.has(term) === true ||
    (continues(unit) && unit.before.has(term)) ||
    (priceTerms.has(term) && money.test(stated));
  if (![...questionTerms(attribute)].every(isStated)) return false;
  if ([...question.unknownQualifiers].some((term) => (alike?.get(term) ?? 0) < sameQualifier)) return false;
  const verb = whoVerb(text);
  if (verb !== undefined && ![...rootsOf(verb), ...questionTerms(verb)].some(isSaid)) return false;
  if (verb !== undefined && isSentence(unit) && !namesDoer(unit.text, verb)) return false;
  if (!isOfThing(unit, question, isSaid)) return false;
  return isOfSubject(unit, columns, question, names);
}

const asksPast = patternOf(({ retrieval }) => retrieval?.stated.asksPast);

/** Whether the figures and times of a sentence are of the kind asked for. Opening hours do not say when it was opened. */
const isOfKind = (sentence: string, question: string): boolean =>
  statesFigureOfKind(sentence, question) &&
  isOfSameMeasure(sentence, question) &&
  !(asksPast.test(question) && openingHoursIn(sentence) !== undefined);

/** Separates the items of a cell. */
const listed = /[,;/&]/;

/**
 * Whether a row that answers with a figure is of the thing asked for. An item of a cell names the row only if the question
 * says most of it: "Bronze plus wheels trued" does not make a row one of wheels.
 */
function isNamedRow({ names, cells, context }: RowUnit, { wants, weights }: Question): boolean {
  if (wants !== 'number') return true;
  const ofNames = questionTerms(names.join(' '));
  const others = cells
    .slice(1)
    .flatMap((cell) => (holds.number.test(cell) ? [] : cell.split(listed).map((item) => questionTerms(item))));
  const isIn = (item: ReadonlySet<string>): boolean => {
    const said = [...item].filter((term) => weights.has(term)).length;
    return said > item.size / 2 || (said === 1 && item.size === 2);
  };
  return [...weights.keys()].every(
    (term) =>
      ofNames.has(term) ||
      context.has(term) ||
      !others.some((cell) => cell.has(term)) ||
      others.some((cell) => cell.has(term) && isIn(cell)),
  );
}

/**
 * Whether the question extends a word that several rows have in their names with one that the source does not have:
 * "Classic triple" beside "Classic single" and "Classic double".
 */
const isOfAnotherRow = ({ names, table }: RowUnit, { extended }: Question, alike: Hit['alike']): boolean =>
  extended.some(
    ({ term, unknown }) =>
      (alike?.get(unknown) ?? 0) < sameQualifier &&
      questionTerms(names.join(' ')).has(term) &&
      table.rows.filter(([name = '']) => questionTerms(name).has(term)).length > 1,
  );

/** A sentence continues the one before it if it begins with a pronoun. */
const continues = (unit: Unit): unit is Extract<Unit, { kind: 'sentence' }> =>
  isSentence(unit) && (unit.isOfSame === true || goesOn.test(unit.text));

/** Whether a sentence is a statement of a year of the question, or of the source's year without another one. */
function isOfYear(unit: Unit, { years, ownYear }: Question): boolean {
  if (years.size === 0 || !isSentence(unit)) return true;
  const stated = [...unit.years, ...yearsIn(unit.section)];
  if (stated.length > 0) return stated.some((year) => years.has(year));
  if (continues(unit) && [...years].some((year) => unit.before.has(String(year)))) return true;
  return ownYear !== undefined && years.has(ownYear);
}

/** Questions such as "Do you accept this plan?", which a statement about the plan answers. */
const asksIf = ({ text, wants }: Question): boolean =>
  wants === undefined && !/^\s*(?:wh|how)/i.test(text) && wantsYesOrNo.test(text);

/** Whether a unit has every term of the question that the source uses for few things. */
function isOfThing(unit: Unit, question: Question, isSaid: (term: string) => boolean): boolean {
  const { text, telling, names, verb } = question;
  const before: ReadonlySet<string> = isSentence(unit) ? unit.before : new Set();
  const isContinued = continues(unit);
  // "Samir voted against" has its person, and its matter in the sentence before.
  const hasPerson = whoVerb(text) !== undefined;
  const isOf = (term: string): boolean =>
    isSaid(term) || (isContinued && before.has(term)) || (unit.kind === 'row' && term === verb);
  const isOfAll = asksIf(question) || [...telling].every(isOf);
  return isOfAll && [...names].every((name) => isOf(name) || (hasPerson && before.has(name)));
}

const isSentence = (unit: Unit): unit is Extract<Unit, { kind: 'sentence' }> => unit.kind === 'sentence';

function isOfSubject(
  unit: Unit,
  columns: readonly number[],
  { weights }: Question,
  names: ReadonlySet<string>,
): boolean {
  const subject = [...weights].filter(([term]) => !names.has(term) && !softTerms.has(term));
  if (names.size === 0 || subject.length === 0) return true;
  const heads =
    unit.kind === 'row' ? columns.flatMap((column) => [...questionTerms(unit.table.header[column] ?? '')]) : [];
  const isPrice = isSentence(unit) && money.test(unit.text);
  const isNamed = (term: string): boolean =>
    (isPrice && priceTerms.has(term)) ||
    unit.terms.has(term) ||
    unit.context.has(term) ||
    heads.includes(term) ||
    (isSentence(unit) && unit.before.has(term));
  const sum = subject.reduce((all, [, weight]) => all + weight, 0);
  const named = subject.filter(([term]) => isNamed(term)).reduce((all, [, weight]) => all + weight, 0);
  return sum === 0 || named / sum >= minSubject;
}

/** "Who is the chair?" */
function asksForPerson(text: string): boolean {
  const [, person] = asksWho.exec(text) ?? [];
  return person !== undefined && asksIdentity.test(person);
}

/** Returns "voted" for "Who voted against it?" and undefined for "Who is the chair?". */
function whoVerb(text: string): string | undefined {
  const [, person] = asksWho.exec(text) ?? [];
  if (person === undefined || asksIdentity.test(person)) return undefined;
  return person.split(/\s+/).find((word) => !auxiliary.test(word.toLowerCase()));
}
