import { patternOf } from '../language/match.ts';
import { type Extended, extendedTerms, unknownQualifiers } from './stated.ts';
import { degreeTerms, questionTerms, softTerms, yearsIn } from './terms.ts';
import { allTextOf, goesOn, otherDayShare, type RowUnit, type Unit, type Units } from './units.ts';

const ofTotal = patternOf(({ retrieval }) => retrieval?.search.ofTotal);
const beginsAsTotal = patternOf(({ retrieval }) => retrieval?.search.beginsAsTotal);
const namesTotal = patternOf(({ retrieval }) => retrieval?.search.namesTotal);

/** A parsed question. */
export interface Question {
  readonly text: string;
  /** Weight by term. Rare terms weigh more; a term that the source lacks weighs most. */
  readonly weights: ReadonlyMap<string, number>;
  readonly years: ReadonlySet<number>;
  /** The source's year. */
  readonly ownYear?: number;
  /** Terms that are capitalised as names. */
  readonly names: ReadonlySet<string>;
  /** Numbers other than years, and codes. An answer must contain the same ones. */
  readonly figures: readonly string[];
  /** Terms that few units of the source contain: a unit without one of them is about another thing. */
  readonly telling: ReadonlySet<string>;
  /** Terms that tell the thing asked for from others of its kind, and that the source does not have. */
  readonly unknownQualifiers: ReadonlySet<string>;
  readonly extended: readonly Extended[];
  /** Term of the verb of "did the brewery produce", for which a table has no word. */
  readonly verb: string | undefined;
  /** Terms of the source's title: a question about a person may call the source by them. */
  readonly ofTitle: ReadonlySet<string>;
  /** Whether it asks for a total; a table answers with its total row. */
  readonly isOfTotal: boolean;
  /** The kind of value that an answer contains. */
  readonly wants: Wants | undefined;
  /** Similarity of each passage to the question, from -1 to 1; undefined without a model. */
  readonly similarities: readonly number[] | undefined;
}

type Wants = 'address' | 'number' | 'date' | 'name' | 'place' | 'percent';

export interface Hit {
  readonly unit: Unit;
  /** Indices of the answering columns of a row; empty for a sentence. */
  readonly columns: readonly number[];
  /** Weighted share of the question's terms that it contains, from 0 to 1. */
  readonly coverage: number;
  readonly similarity: number | undefined;
  readonly score: number;
  /** Terms of the question for which the unit has a similar word, with the similarity from 0 to 1. */
  readonly alike?: ReadonlyMap<string, number>;
}

export const contextShare = 0.8;
const beforeShare = 0.5;
const goesOnShare = 0.85;
/** An amount of money answers what something costs. */
const moneyShare = 0.85;
/** "What does a boat cost?", but not "What is the share price?" */
const costsByVerb = patternOf(({ retrieval }) => retrieval?.search.costsByVerb);
const totalBonus = 0.15;
/** A row with the question's words in its own name ranks before one that mentions them in another cell. */
const namedBonus = 0.05;
/** The price of the row that the question names ranks before a sentence with another amount. */
const priceBonus = 0.15;
const similarityWeight = 0.3;
const wantedWeight = 0.08;
const softShare = 0.4;
/** Share of that weight if a table row lacks the verb. */
const softInRow = 0.3;
const verbInRow = 0.15;
/** "Who prepared the quotation?" asks about the document itself. */
const titleShare = 0.3;
/** Factor for a statement without a year, if the question names the source's year or another one. */
const undated = { same: 0.95, other: 0.5 } as const;

export interface Asking {
  readonly about: string | undefined;
  readonly title?: string | undefined;
  readonly year: number | undefined;
  readonly similarities?: readonly number[] | undefined;
}

export function questionOf(
  text: string,
  { units, frequency }: Units,
  { about, title, year, similarities }: Asking,
): Question {
  const questionStems = questionTerms(about ?? '');
  const wants = wantsOf(text);
  const ofTitle = questionTerms(wants === 'name' ? (title ?? '') : '');
  const isKnown = (term: string): boolean => frequency.has(term) || units.some(({ context }) => context.has(term));
  const years = yearsIn(text);
  const capitalised = capitalisedIn(text);
  const names = namesIn(capitalised, units);
  // A common noun of a name, such as "Insurance", need not be repeated with it.
  const inName = new Set(capitalised.flatMap((word) => word.terms));
  const terms = [...questionTerms(text)].filter(
    (term) => !questionStems.has(term) && !years.has(Number(term)) && !/^fy\d+$/.test(term),
  );
  return {
    text,
    weights: weightsOf(terms, { count: units.length, frequency }),
    years,
    names: new Set([...names].filter((term) => !questionStems.has(term))),
    telling: new Set(
      terms.filter(
        (term) => !inName.has(term) && !ofTitle.has(term) && isTelling(term, { count: units.length, frequency }),
      ),
    ),
    figures: terms.filter((term) => /^\d/.test(term) || /\p{L}\d|\d\p{L}/u.test(term)),
    unknownQualifiers: unknownQualifiers(text, (term) => isKnown(term) || questionStems.has(term)),
    extended: extendedTerms(text, (term) => isKnown(term) || questionStems.has(term) || softTerms.has(term)),
    verb: verbOf(text),
    ofTitle,
    isOfTotal: ofTotal.test(text),
    wants,
    ...(year === undefined ? {} : { ownYear: year }),
    similarities,
  };
}

const verbAtEnd = patternOf(({ retrieval }) => retrieval?.search.verbAtEnd);

/** Returns the term of the verb at the end of "did the brewery produce in 2024". Prices are asked by theirs. */
function verbOf(text: string): string | undefined {
  const [term] = questionTerms(verbAtEnd.exec(text)?.[1] ?? '');
  return term === undefined || priceTerms.has(term) ? undefined : term;
}

/** Share of the units up to which a term is rare; of a short source, up to some units. */
const rare = { share: 0.04, units: 3, few: 0.15 } as const;

function isTelling(term: string, { count, frequency }: Pick<Parameters<typeof weightsOf>[1], 'count' | 'frequency'>) {
  const often = frequency.get(term) ?? 0;
  const isPlain = !softTerms.has(term) && !degreeTerms.has(term) && !priceTerms.has(term) && !/\d/.test(term);
  return isPlain && often > 0 && often <= Math.max(1, Math.min(rare.units, rare.few * count), rare.share * count);
}

const capitalisedIn = (text: string) =>
  [...text.matchAll(/(?<=\S\s+)\p{Lu}[\p{L}\d-]+/gu)].map(([name]) => ({ name, terms: [...questionTerms(name)] }));

/**
 * Returns the terms of capitalised words, except those that the source also writes in lower case. Recognisers
 * capitalise freely: in "Northern Trust Insurance" the last word is a common noun if the source contains "other
 * insurance plans".
 */
function namesIn(capitalised: ReturnType<typeof capitalisedIn>, units: readonly Unit[]): ReadonlySet<string> {
  const isCommon = ({ name, terms }: (typeof capitalised)[number]): boolean => {
    const lower = new RegExp(`(?<![\\p{L}\\d])${name.toLowerCase()}(?![\\p{L}\\d])`, 'u');
    return units.some(
      (unit) =>
        terms.some((term) => unit.terms.has(term)) && lower.test(allTextOf(unit).replaceAll(/\S*[@/]\S*/g, ' ')),
    );
  };
  return new Set(capitalised.filter((word) => !isCommon(word)).flatMap(({ terms }) => terms));
}

/** Returns the terms' weights. Terms in few of the `count` units weigh more; a term in none weighs most. */
export const weightsOf = (
  terms: Iterable<string>,
  { count, frequency }: { readonly count: number; readonly frequency: Units['frequency'] },
): ReadonlyMap<string, number> =>
  new Map(
    [...terms].map((term) => [
      term,
      (softTerms.has(term) ? softShare : 1) * Math.log(1 + count / (0.5 + (frequency.get(term) ?? 0))),
    ]),
  );

const wanted: readonly (readonly [RegExp, Wants])[] = [
  [patternOf(({ retrieval }) => retrieval?.search.wantsAddress), 'address'],
  [patternOf(({ retrieval }) => retrieval?.search.wantsPercent), 'percent'],
  [patternOf(({ retrieval }) => retrieval?.search.wantsNumber), 'number'],
  [patternOf(({ retrieval }) => retrieval?.search.wantsDate), 'date'],
  [patternOf(({ retrieval }) => retrieval?.search.wantsName), 'name'],
  [patternOf(({ retrieval }) => retrieval?.search.wantsPlace), 'place'],
];
const wantsOf = (text: string): Wants | undefined => wanted.find(([pattern]) => pattern.test(text))?.[1];

export const holds: Readonly<Record<Wants, RegExp>> = {
  number: patternOf(({ retrieval }) => retrieval?.search.holdsNumber),
  date: patternOf(({ retrieval }) => retrieval?.search.holdsDate),
  name: patternOf(({ retrieval }) => retrieval?.search.holdsName, 'u'),
  address: patternOf(({ retrieval }) => retrieval?.search.holdsAddress, 'iu'),
  place: patternOf(({ retrieval }) => retrieval?.search.holdsPlace, 'u'),
  percent: patternOf(({ retrieval }) => retrieval?.search.holdsPercent),
};

/** Matches an amount of money, or a statement that nothing is to be paid. */
export const money = patternOf(({ retrieval }) => retrieval?.search.money);
/** Terms of a question that an amount of money answers. */
export const priceTerms: ReadonlySet<string> = new Set([...questionTerms('cost'), ...questionTerms('pay')]);

/**
 * Returns all units that share a term with the question, whose headings cover all of it, or whose passage is similar.
 * Best first.
 */
export function search(question: Question, { units }: Units): Hit[] {
  const hits: Hit[] = [];
  for (const unit of units) {
    const isSum = question.isOfTotal && (unit.kind === 'row' ? isTotal(unit) : beginsAsTotal.test(unit.text));
    const isNamed = [...question.weights.keys()].some(
      (term) =>
        unit.terms.has(term) ||
        (unit.kind === 'sentence' && unit.before.has(term) && (unit.isOfSame === true || goesOn.test(unit.text))) ||
        (isSum && (unit.context.has(term) || (priceTerms.has(term) && unit.kind === 'sentence'))),
    );
    const isUnderAll =
      question.weights.size > 0 &&
      [...question.weights.keys()].every((term) => unit.terms.has(term) || unit.context.has(term));
    const similarity = question.similarities?.[unit.passage];
    if (!isNamed && !isUnderAll && (similarity === undefined || similarity < 0.5)) continue;
    hits.push(hitOf(unit, question, similarity));
  }
  return hits.toSorted((a, b) => b.score - a.score);
}

/**
 * Scores a unit. `alike`: terms of the question for which the unit has a similar word, with the similarity from 0 to 1.
 */
export function hitOf(
  unit: Unit,
  question: Question,
  similarity: number | undefined,
  alike: ReadonlyMap<string, number> = new Map(),
): Hit {
  const columns = unit.kind === 'row' ? columnsOfKind(unit, question) : [];
  const covered = coverageOf(unit, columns, question, alike) * yearShare(unit, columns, question);
  const text = unit.kind === 'sentence' ? unit.text : columns.map((column) => unit.cells[column] ?? '').join(' ');
  const isWanted = question.wants !== undefined && holds[question.wants].test(text);
  const coverage = question.wants !== undefined && !isWanted ? covered * missing[question.wants] : covered;
  const length = unit.kind === 'sentence' ? Math.log(1 + unit.terms.size) * 0.01 : 0.02;
  const total = question.isOfTotal && unit.kind === 'row' && isTotal(unit) ? totalBonus : 0;
  const named = unit.kind === 'row' ? nameScore(unit, columns, question) : 0;
  const score =
    coverage + similarityWeight * (similarity ?? 0) + (isWanted ? wantedWeight : 0) + total + named - length;
  return { unit, columns, coverage, similarity, score, alike };
}

/** Returns what a row gains by having the question's words in its name. */
function nameScore({ names, table, cells }: RowUnit, columns: readonly number[], { text, weights }: Question): number {
  const terms = questionTerms(names.join(' '));
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const named = [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0);
  if (named === 0) return 0;
  const isPrice =
    asksPriceOf.test(text) && columns.some((column) => isPriceColumn(table.header[column], cells[column]));
  return (namedBonus * named) / all + (isPrice ? priceBonus : 0);
}

/** Whether a unit states a total: a row or a column of this name, or a sentence that begins with it. */
export function statesTotal({ unit, columns }: Pick<Hit, 'unit' | 'columns'>): boolean {
  if (unit.kind === 'sentence') return beginsAsTotal.test(unit.text);
  return isTotal(unit) || columns.some((column) => namesTotal.test(unit.table.header[column] ?? ''));
}

const isTotal = ({ names }: RowUnit): boolean => beginsAsTotal.test(names.at(-1) ?? '');

/** Factor on the coverage of a hit without a value of the wanted kind. */
const missing: Readonly<Record<Wants, number>> = {
  address: 0.7,
  number: 0.5,
  date: 0.5,
  percent: 0.6,
  name: 0.7,
  place: 0.8,
};

function coverageOf(
  unit: Unit,
  columns: readonly number[],
  { text, weights, verb, ofTitle, isOfTotal }: Question,
  alike: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  let matches = 0;
  const asksCost = (isOfTotal && unit.kind === 'sentence' && beginsAsTotal.test(unit.text)) || costsByVerb.test(text);
  const named =
    unit.kind === 'row'
      ? new Set(columns.flatMap((column) => [...questionTerms(unit.table.header[column] ?? '')]))
      : undefined;
  for (const [term, full] of weights) {
    const isThere = unit.terms.has(term) || unit.context.has(term);
    const weight = isThere ? full : full * missingShare(unit, term, { verb, ofTitle });
    sum += weight;
    if (unit.terms.has(term) || named?.has(term) === true) matches += weight;
    else if (unit.kind === 'sentence' && priceTerms.has(term) && asksCost && money.test(unit.text))
      matches += weight * moneyShare;
    else if (unit.context.has(term)) matches += weight * (otherDayShare(unit, term) ?? contextShare);
    else if (unit.kind === 'sentence' && unit.before.has(term))
      matches += weight * (unit.isOfSame === true || goesOn.test(unit.text) ? goesOnShare : beforeShare);
    else matches += weight * (alike.get(term) ?? 0);
  }
  return sum === 0 ? 0 : matches / sum;
}

/** Share of the weight of a term that a unit does not have. */
function missingShare(unit: Unit, term: string, { verb, ofTitle }: Pick<Question, 'verb' | 'ofTitle'>): number {
  if (unit.kind === 'row' && term === verb) return verbInRow;
  if (unit.kind === 'row' && softTerms.has(term)) return softInRow;
  return ofTitle.has(term) ? titleShare : 1;
}

/** Returns 1 if the question names no year or the unit is about one of its years; less otherwise. */
function yearShare(unit: Unit, columns: readonly number[], { years, ownYear }: Question): number {
  if (years.size === 0) return 1;
  const ownTerms =
    unit.kind === 'row' ? yearsIn(columns.map((column) => unit.table.header[column] ?? '').join(' ')) : unit.years;
  const of = ownTerms.size > 0 ? ownTerms : unit.years;
  if (of.size === 0) {
    if (unit.kind === 'row' && unit.cells.some((cell) => [...yearsIn(cell)].some((year) => years.has(year)))) return 1;
    return ownYear !== undefined && years.has(ownYear) ? undated.same : undated.other;
  }
  return [...years].some((year) => of.has(year)) ? 1 : 0.3;
}

const headings: Partial<Record<Wants | 'count' | 'measure', RegExp>> = {
  date: patternOf(({ retrieval }) => retrieval?.near.dateHead),
  place: patternOf(({ retrieval }) => retrieval?.near.placeHead),
  name: patternOf(({ retrieval }) => retrieval?.near.personHead),
  count: patternOf(({ retrieval }) => retrieval?.search.countHead),
  measure: patternOf(({ retrieval }) => retrieval?.stated.measureHead),
};
const asksPeriod = patternOf(({ retrieval }) => retrieval?.stated.asksPeriod);
const asksPriceOf = patternOf(({ retrieval }) => retrieval?.search.asksPriceOf);
const priceHead = patternOf(({ retrieval }) => retrieval?.search.priceHead);
const isPriceColumn = (head = '', cell = ''): boolean => priceHead.test(head) || money.test(cell);
const asksCount = patternOf(({ retrieval }) => retrieval?.search.wantsNumber);

/**
 * Returns the columns that answer. Where those that the question names have no value of the wanted kind, these are the
 * columns whose headings say that they do: "Where" for "Where is rice kept?" beside "Keeps for".
 */
function columnsOfKind(unit: RowUnit, question: Question): number[] {
  const named = columnsFor(unit, question);
  const { wants } = question;
  if (named.length > 1 && asksPriceOf.test(question.text)) {
    const prices = named.filter((column) => isPriceColumn(unit.table.header[column], unit.cells[column]));
    if (prices.length > 0) return prices;
  }
  if (wants === undefined) return named;
  const isCount = wants === 'number' && named.length > 1 && asksCount.test(question.text);
  const heading = headings[isCount ? (asksPeriod.test(question.text) ? 'measure' : 'count') : wants];
  if (heading === undefined) return named;
  if (!isCount && named.length === 1 && named.some((column) => holds[wants].test(unit.cells[column] ?? '')))
    return named;
  const ofKind = unit.cells.flatMap((cell, column) =>
    column > 0 && cell !== '' && heading.test(unit.table.header[column] ?? '') ? [column] : [],
  );
  return ofKind.length > 0 ? ofKind : named;
}

/**
 * Returns the columns that answer: those of the question's years, else those whose headings match, else the latest
 * year, else all.
 */
export function columnsFor(
  { table, cells }: RowUnit,
  { weights, years, isOfTotal }: Pick<Question, 'weights' | 'years' | 'isOfTotal'>,
): number[] {
  const all = cells.flatMap((cell, i) => (i > 0 && cell !== '' ? [i] : []));
  const sums = isOfTotal ? all.filter((column) => namesTotal.test(table.header[column] ?? '')) : [];
  const filled = sums.length > 0 ? sums : all;
  const yearsOf = (column: number): Set<number> => yearsIn(table.header[column] ?? '');
  const dated = filled.filter((column) => yearsOf(column).size > 0);
  const ofYear = years.size === 0 ? [] : dated.filter((column) => [...years].some((year) => yearsOf(column).has(year)));
  const among = ofYear.length > 0 ? ofYear : filled;
  const shares = among.map((column) => {
    const terms = questionTerms(table.header[column] ?? '');
    return [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0);
  });
  const best = Math.max(0, ...shares);
  const named = best > 0 ? among.filter((_, i) => shares[i] === best) : among;
  if (ofYear.length > 0 || named.length === 1) return named;
  const datedNamed = named.filter((column) => dated.includes(column));
  if (datedNamed.length === 0) return named;
  const latest = Math.max(...datedNamed.flatMap((column) => [...yearsOf(column)]));
  return datedNamed.filter((column) => yearsOf(column).has(latest));
}
