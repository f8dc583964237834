import { patternOf } from '../language/match.ts';
import { type Hit, money, type Question } from './search.ts';
import { questionTerms, rootsOf, softTerms } from './terms.ts';
import { allTextOf, type Unit } from './units.ts';

const asksWho = patternOf(({ retrieval }) => retrieval?.demands.asksWho);
const asksIdentity = patternOf(({ retrieval }) => retrieval?.demands.asksIdentity);

/** A hit names less than this of the question beside its names: it is about the same person, and something else. */
const minSubject = 0.34;

const asksPrice = patternOf(({ retrieval }) => retrieval?.demands.asksPrice);
const auxiliary = patternOf(({ retrieval }) => retrieval?.demands.auxiliary, '');

/**
 * Whether what is about the question can be its answer: it names the figures that the question names, is of more than its
 * names, tells an amount of money where a price is asked for, and says that somebody did what "who" did.
 */
export function meetsDemands({ unit, columns }: Hit, question: Question): boolean {
  const { text, names } = question;
  const roots = rootsOf(allTextOf(unit));
  const isSaid = (term: string): boolean => unit.terms.has(term) || unit.context.has(term) || roots.has(term);
  if (question.figures.some((figure) => !isSaid(figure) && !(isSentence(unit) && unit.before.has(figure))))
    return false;
  if (asksPrice.test(text) && isSentence(unit) && !money.test(unit.text)) return false;
  const verb = whoVerb(text);
  if (verb !== undefined && ![...rootsOf(verb), ...questionTerms(verb)].some(isSaid)) return false;
  return isOfSubject(unit, columns, question, names);
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
  const isNamed = (term: string): boolean =>
    unit.terms.has(term) ||
    unit.context.has(term) ||
    heads.includes(term) ||
    (isSentence(unit) && unit.before.has(term));
  const sum = subject.reduce((all, [, weight]) => all + weight, 0);
  const named = subject.filter(([term]) => isNamed(term)).reduce((all, [, weight]) => all + weight, 0);
  return sum === 0 || named / sum >= minSubject;
}

/** "voted" of "Who voted against it?"; none of "Who is the chair?". */
function whoVerb(text: string): string | undefined {
  const [, asked] = asksWho.exec(text) ?? [];
  if (asked === undefined || asksIdentity.test(asked)) return undefined;
  return asked.split(/\s+/).find((word) => !auxiliary.test(word.toLowerCase()));
}
