import { setImmediate as breathe } from 'node:timers/promises';
import { patternOf } from '../../language/match.ts';
import type { Hit } from '../search.ts';
import { questionTerms } from '../terms.ts';
import { otherDayShare, type RowUnit, type Unit } from '../units.ts';
import { saidNear } from './near.ts';
import type { Asker, Said } from './said.ts';
import { isName, replaced, stretchesOf } from './words.ts';

interface Candidate {
  readonly answered: Said;
  /** The part of the previous question that was replaced. */
  readonly dropped: string;
}

/** Hits kept per candidate: as many as the passages of a language model are chosen from. */
const mostHits = 50;

const leading = patternOf(({ retrieval }) => retrieval?.counterpart.leading);

/**
 * Repeats the previous question with one part replaced by its counterpart: a row by a row of the same table, a name by
 * a name, a figure by a figure. `answers` is empty if that is impossible or if two equally good candidates disagree.
 */
export async function counterpartOf(text: string, before: Said, asker: Asker): Promise<Said> {
  const other = text.replace(leading, '');
  const terms = questionTerms(other);
  const none = { ...asker.askByWords(`${before.text.replace(/[\s?.!]+$/, '')} ${text}?`), answers: [] };
  if (terms.size === 0) return none;
  const candidates = [
    ...stretchesOf(before.text).map((stretch) => ({
      text: replaced(before.text, stretch, other),
      dropped: stretch.text,
    })),
    { text: `${before.text.replace(/[\s?.!]+$/, '')} ${text}?`, dropped: '' },
  ];
  const fitting: Candidate[] = [];
  for (const { text: candidate, dropped } of candidates) {
    await breathe();
    const answered = asker.askByWords(candidate);
    const [hit] = answered.answers;
    const sharedTerms = [...answered.question.weights.keys()].filter((term) => !terms.has(term));
    if (hit !== undefined && isCounterpart(hit, { terms, shared: sharedTerms, other, dropped }, before))
      fitting.push({ answered: { ...answered, hits: answered.hits.slice(0, mostHits) }, dropped });
  }
  const best = fitting.toSorted((a, b) => coverageOf(b) - coverageOf(a) || a.dropped.length - b.dropped.length);
  const [first, second] = best;
  if (first === undefined) return saidNear(terms, before, asker) ?? none;
  const isClear =
    second === undefined ||
    coverageOf(second) < coverageOf(first) ||
    !isOther(first, second) ||
    first.dropped !== second.dropped;
  return isClear ? first.answered : none;
}

const coverageOf = ({ answered }: Candidate): number => answered.answers[0]?.coverage ?? 0;
const isOther = (first: Candidate, second: Candidate): boolean =>
  first.answered.answers[0]?.unit !== second.answered.answers[0]?.unit;

/** Matches questions about the thing itself, for which a match of its name suffices. */
const asksOfIt = patternOf(({ retrieval }) => retrieval?.counterpart.asksOfIt);

interface Swap {
  readonly terms: ReadonlySet<string>;
  /** Terms of the question outside the replaced part. */
  readonly shared: readonly string[];
  readonly other: string;
  readonly dropped: string;
}

function isCounterpart({ unit, columns }: Hit, { terms, shared, other, dropped }: Swap, before: Said): boolean {
  const heads = unit.kind === 'row' ? columns.map((column) => unit.table.header[column] ?? '').join(' ') : '';
  const named = questionTerms(heads);
  const isSaid = (term: string): boolean =>
    unit.terms.has(term) || named.has(term) || otherDayShare(unit, term) !== undefined;
  if (![...terms].every(isSaid)) return false;
  const isAsked =
    (shared.length === 0 && asksOfIt.test(before.text)) ||
    unit.kind === 'row' ||
    (unit.list !== undefined && shared.every((term) => unit.terms.has(term) || unit.context.has(term))) ||
    shared.some((term) => unit.terms.has(term));
  if (dropped === '') return isAsked;
  const both = (is: (text: string) => boolean): boolean => is(dropped) && is(other);
  if (both(isName) || both((text) => /^\d/.test(text))) return true;
  if (unit.kind === 'sentence') return isAsked && before.answers.some((hit) => hit.unit.passage === unit.passage);
  return before.answers.some((hit) => isOfTable(hit.unit, unit)) || isInTable(questionTerms(dropped), unit);
}

const isOfTable = (unit: Unit, { table }: RowUnit): boolean => unit.kind === 'row' && unit.table === table;

/** Returns whether a row or a column of the table has this name. */
function isInTable(dropped: ReadonlySet<string>, { table }: RowUnit): boolean {
  const names = [...table.header, ...table.rows.map(([name = '']) => name)].map((name) => questionTerms(name));
  return dropped.size > 0 && names.some((name) => [...dropped].every((term) => name.has(term)));
}
