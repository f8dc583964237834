import { patternOf } from '../../language/match.ts';
import { meetsDemands } from '../demands.ts';
import { type Hit, hitOf, holds } from '../search.ts';
import { isAnswer } from '../specific.ts';
import { questionTerms } from '../terms.ts';
import type { SentenceUnit, Unit } from '../units.ts';
import type { Form } from './form.ts';
import type { Asker, Said } from './said.ts';
import { contentOf, isName, stretchesOf } from './words.ts';

const continues = patternOf(({ retrieval }) => retrieval?.near.continues);
const asksDoer = patternOf(({ retrieval }) => retrieval?.near.asksDoer);
const asksSpeaker = patternOf(({ retrieval }) => retrieval?.near.asksSpeaker);
const asksReason = patternOf(({ retrieval }) => retrieval?.near.asksReason);
const reasonHead = patternOf(({ retrieval }) => retrieval?.near.reasonHead);
const asksDate = patternOf(({ retrieval }) => retrieval?.near.asksDate);
const dateHead = patternOf(({ retrieval }) => retrieval?.near.dateHead);
const asksPlace = patternOf(({ retrieval }) => retrieval?.near.asksPlace);
const placeHead = patternOf(({ retrieval }) => retrieval?.near.placeHead);
const asksPerson = patternOf(({ retrieval }) => retrieval?.near.asksPerson);
const personHead = patternOf(({ retrieval }) => retrieval?.near.personHead);
const asksAge = patternOf(({ retrieval }) => retrieval?.near.asksAge);
const ageHead = patternOf(({ retrieval }) => retrieval?.near.ageHead);
const personPronoun = patternOf(({ retrieval }) => retrieval?.near.personPronoun, '');
const takesVerb = patternOf(({ retrieval }) => retrieval?.near.takesVerb);

/** Number of sentences after the answer that still count as being about its subject. */
const reach = 2;

const saying = patternOf(({ retrieval }) => retrieval?.near.saying, 'u');
const reason = patternOf(({ retrieval }) => retrieval?.near.reason);
const somewhere = patternOf(({ retrieval }) => retrieval?.near.somewhere, 'u');
const ofAge = patternOf(({ retrieval }) => retrieval?.near.ofAge);
/** Requires at least two words, since a single capital begins any sentence. */
const fullName = patternOf(({ retrieval }) => retrieval?.near.fullName, 'u');
const doer = patternOf(({ retrieval }) => retrieval?.near.doer, 'u');
const pronouns = patternOf(({ retrieval }) => retrieval?.near.pronouns, 'gi');
const price = patternOf(({ retrieval }) => retrieval?.near.price);
const money = patternOf(({ retrieval }) => retrieval?.near.money);

/** Finds more about an answer: in the answer, in the sentences after it, and in those that mention the same subject. */
export function moreOf(form: Extract<Form, { kind: 'bare' | 'about' }>, before: Said, asker: Asker): Said | undefined {
  const near = nearby(before, asker);
  if (form.kind === 'bare') {
    if (near.length === 0) return undefined;
    const question = asker.askByWords(form.text).question;
    const wanted = wantedBy(form.text);
    const hit = near.map((unit) => hitFor(unit, wanted)).find((candidate) => candidate !== undefined);
    return { text: before.text, question, hits: before.hits, answers: hit === undefined ? [] : [hit] };
  }
  const { question } = asker.askByWords(form.text.replace(pronouns, ' '));
  const hits = near
    .map((unit) => hitOf(unit, question, undefined))
    .filter((hit) => (isAnswer(hit, question) || isPriceOf(hit, form.text, before)) && isNamed(hit, question.weights))
    .toSorted((a, b) => b.coverage - a.coverage);
  const subject = subjectOf(before, form.pronoun);
  const spelt = subject === '' ? form.text : form.text.replace(new RegExp(`\\b${form.pronoun}\\b`, 'i'), subject);
  if (hits[0] !== undefined) return { text: spelt, question, hits: hits, answers: [hits[0]] };
  const answered = asker.askByWords(spelt);
  if (subject === '') return answered;
  const names = questionTerms(subject);
  const isOfIt = ({ unit }: Hit): boolean => [...names].some((name) => unit.terms.has(name) || unit.context.has(name));
  const isAsked = (hit: Hit): boolean => question.weights.size === 0 || isNamed(hit, question.weights);
  return { ...answered, answers: answered.answers.filter((hit) => isOfIt(hit) && isAsked(hit)) };
}

/**
 * Finds a sentence near the answer that states the same about something else: "The old machine managed five hundred."
 */
export function saidNear(terms: ReadonlySet<string>, before: Said, asker: Asker): Said | undefined {
  const { wants } = before.question;
  const termsBefore = questionTerms(before.text);
  const unit = nearby(before, asker).find(
    (each) =>
      each.kind === 'sentence' &&
      [...terms].every((term) => each.terms.has(term)) &&
      ([...termsBefore].some((term) => each.terms.has(term)) || continues.test(each.text)) &&
      (wants === undefined || holds[wants].test(undated(each.text))),
  );
  if (unit === undefined) return undefined;
  const hit = hitOf(unit, before.question, undefined);
  return meetsDemands(hit, { ...before.question, figures: [] }) ? { ...before, answers: [hit] } : undefined;
}

const undated = (text: string): string => text.replace(/\b(?:18|19|20)\d\d\b/g, ' ');
const dateless = (text: string): string => text.replace(dates, ' ');
const dates = patternOf(({ retrieval }) => retrieval?.near.dates, 'g');

/** Returns the answer's units and the sentences after the first one that continue its subject. */
function nearby({ answers }: Said, { units: { units } }: Asker): Unit[] {
  const own = answers.map(({ unit }) => unit);
  const behind = own.slice(0, 1).flatMap((unit): SentenceUnit[] => {
    if (unit.kind !== 'sentence') return [];
    const at = units.findIndex(
      (each) => each.kind === 'sentence' && each.text === unit.text && each.place === unit.place,
    );
    return units.slice(at + 1, at + 1 + reach).flatMap((next) => {
      if (at < 0 || next.kind !== 'sentence' || next.passage !== unit.passage) return [];
      return [{ ...next, before: new Set([...unit.terms, ...unit.before, ...next.before]), isOfSame: true }];
    });
  });
  return [...own, ...behind];
}

interface Wanted {
  readonly text: RegExp;
  /** Whether dates are ignored when matching `text`. */
  readonly isDateless?: boolean;
  /** Matches the heading of a column with the answer. */
  readonly head?: RegExp;
}

function wantedBy(text: string): Wanted {
  if (asksDoer.test(text)) return { text: doer, head: /\bby\b/i };
  if (asksSpeaker.test(text)) return { text: saying };
  if (asksReason.test(text)) return { text: reason, head: reasonHead };
  if (asksDate.test(text)) return { text: holds.date, head: dateHead };
  if (asksPlace.test(text)) return { text: somewhere, head: placeHead };
  if (asksPerson.test(text)) return { text: fullName, head: personHead };
  if (asksAge.test(text)) return { text: ofAge, head: ageHead };
  return { text: holds.number, isDateless: true };
}

function hitFor(unit: Unit, { text, head, isDateless = false }: Wanted): Hit | undefined {
  const hit = { unit, coverage: 1, similarity: undefined, score: 1 };
  if (unit.kind === 'sentence')
    return text.test(isDateless ? dateless(unit.text) : unit.text) ? { ...hit, columns: [] } : undefined;
  const columns = unit.cells.flatMap((cell, i) =>
    i > 0 && cell !== '' && head?.test(unit.table.header[i] ?? '') ? [i] : [],
  );
  return columns.length === 1 ? { ...hit, columns } : undefined;
}

/** Returns whether a term of the question occurs in the sentence, or in the heading of the answering column. */
function isNamed({ unit, columns }: Hit, weights: ReadonlyMap<string, number>): boolean {
  const heads =
    unit.kind === 'row' ? questionTerms(columns.map((column) => unit.table.header[column] ?? '').join(' ')) : undefined;
  const isHere = [...weights.keys()].some((term) => (unit.kind === 'row' ? heads?.has(term) : unit.terms.has(term)));
  const isPrice = weights.size === 1 && (weights.has('cost') || weights.has('pay'));
  return isHere || (isPrice && unit.kind === 'sentence' && money.test(unit.text));
}

/** Returns whether the only amount in the answering sentence is the price in question. */
const isPriceOf = ({ unit }: Hit, text: string, before: Said): boolean =>
  unit === before.answers[0]?.unit &&
  unit.kind === 'sentence' &&
  price.test(text) &&
  contentOf(text).length === 1 &&
  [...unit.text.matchAll(new RegExp(money, 'gi'))].length === 1;

/**
 * Returns the antecedent of the pronoun: the person's name, the row's name, or a name or subject in the previous
 * question.
 */
function subjectOf({ text, answers }: Said, pronoun: string): string {
  const [hit] = answers;
  const isPerson = personPronoun.test(pronoun);
  if (isPerson) {
    const people = new Set((hit === undefined ? '' : wordsOf(hit.unit)).match(/\p{Lu}\p{L}+ \p{Lu}\p{L}+/gu));
    const [person, ...others] = people;
    return others.length === 0 ? (person ?? '') : '';
  }
  if (hit?.unit.kind === 'row') return hit.unit.names.at(-1) ?? '';
  const [, aux = '', rest = text.replace(/^\S+\s/, '')] = auxiliary.exec(text) ?? [];
  const questionText = rest.replace(/[\s?.!]+$/, '').replace(takesVerb.test(aux) ? lastWord : participle, '');
  const stretches = stretchesOf(questionText);
  return stretches.find((each) => isName(each.text))?.text ?? stretches[0]?.text ?? '';
}

const auxiliary = patternOf(({ retrieval }) => retrieval?.near.auxiliary);
const lastWord = /\s*\S+$/;
const participle = patternOf(({ retrieval }) => retrieval?.near.participle);

const wordsOf = (unit: Unit): string => (unit.kind === 'sentence' ? unit.text : unit.cells.join(' | '));
