import { meetsDemands } from '../demands.ts';
import { type Hit, hitOf, holds } from '../search.ts';
import { isAnswer } from '../specific.ts';
import { questionTerms } from '../terms.ts';
import type { SentenceUnit, Unit } from '../units.ts';
import type { Form } from './form.ts';
import type { Asker, Said } from './said.ts';
import { contentOf, isName, stretchesOf } from './words.ts';

/** Sentences behind the one that answered in which its subject is spoken of still. */
const reach = 2;

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const saying =
  /\p{Lu}\p{L}+ (?:had |has |also )*(?:said|says|warned|asked|proposed|reported|explained|noted|added|stated|told|announced|argued|wrote|complained|suggested)\b/u;
const reason = new RegExp(
  String.raw`\b(?:because|since (?!(?:19|20)\d\d|${months})|due to|owing to|so that|as a result|led (?:us|to)|caused by|while .* (?:is|are|was|were) \w+ed)\b`,
  'i',
);
const somewhere = new RegExp(
  String.raw`(?:\b(?:in|at|near|from|to) (?:the )?|,\s*)(?!(?:${months}|Q[1-4]|FY|(?:First|Second|Third|Fourth) Quarter)\b)\p{Lu}`,
  'u',
);
const ofAge = /\b(?:aged|age of) \d|\b\d{1,3}[- ]years?[- ]old\b/i;
/** Of two words at least: a capital alone begins any sentence. */
const fullName =
  /(?<!\p{L})(?!(?:The|An?|This|That|These|Those|Our|In|On|At|For)\b)\p{Lu}[\p{L}'’.-]+ (?:& )?\p{Lu}[\p{L}'’.-]+/u;
const doer = /\bby (?:the |Dr\. )?\p{Lu}/u;
const pronouns = /\b(?:it|he|him|she|they|them|that|there|this|these|those|its|his|her|their)\b/gi;
const price = /\b(?:cost|price|charge|fee|pay|paid)\b/i;
const money = /[$€£₹¥]\s?\d|\b(?:EUR|USD|GBP|INR|CHF|Rs\.?)\s?\d|\d\s?(?:euros?|dollars?|pounds?|rupees?)\b/i;

/** More about an answer: from the answer, the sentences behind it, and those that name the same. */
export function moreOf(form: Extract<Form, { kind: 'bare' | 'about' }>, before: Said, asker: Asker): Said | undefined {
  const near = nearby(before, asker);
  if (form.kind === 'bare') {
    if (near.length === 0) return undefined;
    const question = asker.askByWords(form.text).question;
    const wanted = wantedBy(form.text);
    const hit = near.map((unit) => hitFor(unit, wanted)).find((found) => found !== undefined);
    return { text: before.text, question, hits: before.hits, told: hit === undefined ? [] : [hit] };
  }
  const { question } = asker.askByWords(form.text.replace(pronouns, ' '));
  const found = near
    .map((unit) => hitOf(unit, question, undefined))
    .filter((hit) => (isAnswer(hit, question) || isPriceOf(hit, form.text, before)) && isNamed(hit, question.weights))
    .toSorted((a, b) => b.coverage - a.coverage);
  const subject = subjectOf(before, form.pronoun);
  const spelt = subject === '' ? form.text : form.text.replace(new RegExp(`\\b${form.pronoun}\\b`, 'i'), subject);
  if (found[0] !== undefined) return { text: spelt, question, hits: found, told: [found[0]] };
  const said = asker.askByWords(spelt);
  if (subject === '') return said;
  const names = questionTerms(subject);
  const isOfIt = ({ unit }: Hit): boolean => [...names].some((name) => unit.terms.has(name) || unit.context.has(name));
  const isAsked = (hit: Hit): boolean => question.weights.size === 0 || isNamed(hit, question.weights);
  return { ...said, told: said.told.filter((hit) => isOfIt(hit) && isAsked(hit)) };
}

/** A sentence near the answer that says the same of something else: "The old machine managed five hundred." */
export function saidNear(terms: ReadonlySet<string>, before: Said, asker: Asker): Said | undefined {
  const { wants } = before.question;
  const kept = questionTerms(before.text);
  const unit = nearby(before, asker).find(
    (one) =>
      one.kind === 'sentence' &&
      [...terms].every((term) => one.terms.has(term)) &&
      ([...kept].some((term) => one.terms.has(term)) || /\b(?:it|they|he|she)\b/i.test(one.text)) &&
      (wants === undefined || holds[wants].test(undated(one.text))),
  );
  if (unit === undefined) return undefined;
  const hit = hitOf(unit, before.question, undefined);
  return meetsDemands(hit, { ...before.question, figures: [] }) ? { ...before, told: [hit] } : undefined;
}

const undated = (text: string): string => text.replace(/\b(?:18|19|20)\d\d\b/g, ' ');
const dateless = (text: string): string => text.replace(dates, ' ');
const dates = new RegExp(
  String.raw`\b(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:${months})\b(?: \d{1,2}(?:st|nd|rd|th)?\b)?|\b(?:18|19|20)\d\d(?:\s*[-/–]\s*\d\d)?\b`,
  'g',
);

/** The answer, then the sentences behind it, which continue its subject. */
function nearby({ told }: Said, { units: { units } }: Asker): Unit[] {
  const own = told.map(({ unit }) => unit);
  const behind = own.slice(0, 1).flatMap((unit): SentenceUnit[] => {
    if (unit.kind !== 'sentence') return [];
    const at = units.findIndex((one) => one.kind === 'sentence' && one.text === unit.text && one.place === unit.place);
    return units.slice(at + 1, at + 1 + reach).flatMap((next) => {
      if (at < 0 || next.kind !== 'sentence' || next.passage !== unit.passage) return [];
      return [{ ...next, before: new Set([...unit.terms, ...unit.before, ...next.before]), isOfSame: true }];
    });
  });
  return [...own, ...behind];
}

interface Wanted {
  readonly text: RegExp;
  /** A date does not tell it. */
  readonly isDateless?: boolean;
  /** What a column is called that tells it. */
  readonly head?: RegExp;
}

function wantedBy(text: string): Wanted {
  if (/\bby whom\b/i.test(text)) return { text: doer, head: /\bby\b/i };
  if (/\bwho\b.*\b(?:said|says|say|told|wrote)\b/i.test(text)) return { text: saying };
  if (/\bwhy\b/i.test(text)) return { text: reason, head: /\breason|\bwhy\b|\bcause/i };
  if (/\bwhen\b/i.test(text)) return { text: holds.date, head: /\b(?:since|date|when|start|year|due)\b/i };
  if (/\bwhere\b/i.test(text))
    return { text: somewhere, head: /\b(?:origin|location|place|city|country|office|where|site)\b/i };
  if (/\bwho\b/i.test(text)) return { text: fullName, head: /\b(?:name|who|maker|contact|lead|head)\b/i };
  if (/\bhow old\b/i.test(text)) return { text: ofAge, head: /\bage\b/i };
  return { text: holds.number, isDateless: true };
}

function hitFor(unit: Unit, { text, head, isDateless = false }: Wanted): Hit | undefined {
  const told = { unit, coverage: 1, similarity: undefined, score: 1 };
  if (unit.kind === 'sentence')
    return text.test(isDateless ? dateless(unit.text) : unit.text) ? { ...told, columns: [] } : undefined;
  const columns = unit.cells.flatMap((cell, i) =>
    i > 0 && cell !== '' && head?.test(unit.table.header[i] ?? '') ? [i] : [],
  );
  return columns.length === 1 ? { ...told, columns } : undefined;
}

/** A term of the question is in the sentence or the row itself, or heads the column. */
function isNamed({ unit, columns }: Hit, weights: ReadonlyMap<string, number>): boolean {
  const heads =
    unit.kind === 'row' ? questionTerms(columns.map((column) => unit.table.header[column] ?? '').join(' ')) : undefined;
  const isHere = [...weights.keys()].some((term) => (unit.kind === 'row' ? heads?.has(term) : unit.terms.has(term)));
  const isPrice = weights.size === 1 && (weights.has('cost') || weights.has('pay'));
  return isHere || (isPrice && unit.kind === 'sentence' && money.test(unit.text));
}

/** The one amount of the sentence that answered is what that cost. */
const isPriceOf = ({ unit }: Hit, text: string, before: Said): boolean =>
  unit === before.told[0]?.unit &&
  unit.kind === 'sentence' &&
  price.test(text) &&
  contentOf(text).length === 1 &&
  [...unit.text.matchAll(new RegExp(money, 'gi'))].length === 1;

/** What "it" is: the name of the row, the names that the question before has, or what it asks about. */
function subjectOf({ text, told }: Said, pronoun: string): string {
  const [hit] = told;
  const isPerson = /^(?:he|him|his|she|her|hers)$/.test(pronoun);
  if (isPerson) {
    const people = new Set((hit === undefined ? '' : wordsOf(hit.unit)).match(/\p{Lu}\p{L}+ \p{Lu}\p{L}+/gu));
    const [person, ...others] = people;
    return others.length === 0 ? (person ?? '') : '';
  }
  if (hit?.unit.kind === 'row') return hit.unit.names.at(-1) ?? '';
  const [, aux = '', rest = text.replace(/^\S+\s/, '')] = auxiliary.exec(text) ?? [];
  const asked = rest.replace(/[\s?.!]+$/, '').replace(/^do|ha|will/i.test(aux) ? lastWord : participle, '');
  const stretches = stretchesOf(asked);
  return stretches.find((one) => isName(one.text))?.text ?? stretches[0]?.text ?? '';
}

const auxiliary = /^.*?\b(do|does|did|is|are|was|were|has|have|had|will)\b (.+)$/i;
const lastWord = /\s*\S+$/;
const participle = /(?:^|\s)\S+(?:ed|en|lt|ght|made|held|sold|paid|won|lost|set|cut|put|run)$/i;

const wordsOf = (unit: Unit): string => (unit.kind === 'sentence' ? unit.text : unit.cells.join(' | '));
