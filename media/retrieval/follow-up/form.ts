import { entriesOf } from '../../language/languages.ts';
import { patternOf } from '../../language/match.ts';
import { questionTerms, yearsIn } from '../terms.ts';

const askedBefore = patternOf(({ retrieval }) => retrieval?.form.askedBefore);
const possessive = patternOf(({ retrieval }) => retrieval?.form.possessive);

/** How a question depends on the previous one. */
export type Form =
  /**
   * "And in 2022?", "And operating profit in 2022?": the words replace their counterpart. Without a leading "and" or
   * the like it may be an independent search.
   */
  | { readonly kind: 'other'; readonly text: string; readonly year?: number; readonly isLed: boolean }
  /** "And the year before?" */
  | { readonly kind: 'shift'; readonly years: number }
  /** "And the second highest?", "the lowest", "the second one". */
  | { readonly kind: 'rank'; readonly ordinal: string | undefined; readonly degree: string | undefined }
  /** "When was that?", "Why?", "Who said that?": asks for more about the answer without naming anything. */
  | { readonly kind: 'bare'; readonly text: string }
  /** "When will it be finished?" */
  | { readonly kind: 'about'; readonly text: string; readonly pronoun: string }
  /** "Which page is that on?" */
  | { readonly kind: 'place' };

export const ordinals = entriesOf(({ retrieval }) => retrieval?.form.ordinals);

const lead = patternOf(({ retrieval }) => retrieval?.form.lead);
const tail = patternOf(({ retrieval }) => retrieval?.form.tail);
const beginsAsQuestion = patternOf(({ retrieval }) => retrieval?.form.beginsAsQuestion);
const shifts: readonly (readonly [RegExp, number])[] = [
  [patternOf(({ retrieval }) => retrieval?.form.yearBefore), -1],
  [patternOf(({ retrieval }) => retrieval?.form.yearAfter), 1],
];
const asksPlace = patternOf(({ retrieval }) => retrieval?.form.asksPlace);
const rank = patternOf(({ retrieval }) => retrieval?.form.rank);
/** Refers to something mentioned earlier. In `ofItself` questions "it" is the document, or nothing. */
const pronoun = patternOf(({ retrieval }) => retrieval?.form.pronoun);
const ofItself = patternOf(({ retrieval }) => retrieval?.form.ofItself);
const bare = patternOf(({ retrieval }) => retrieval?.form.bare);
/** The antecedent of "it" may occur earlier in the same question. */
const ownForms = patternOf(({ retrieval }) => retrieval?.form.own);

/** Returns undefined for a self-contained question. */
export function formOf(question: string): Form | undefined {
  const [led = ''] = lead.exec(question) ?? [];
  const text = question.slice(led.length).replace(tail, '').trim();
  if (text === '') return undefined;
  // "Which page lists the directors?" asks for the location of something else.
  if (asksPlace.test(text)) return questionTerms(text.replace(asksPlace, ' ')).size > 0 ? undefined : { kind: 'place' };
  const [, years] = shifts.find(([pattern]) => pattern.test(text)) ?? [];
  if (years !== undefined) return { kind: 'shift', years };
  if (!beginsAsQuestion.test(text)) return fragmentOf(text, led);
  return bare.test(text) ? { kind: 'bare', text } : aboutOf(text);
}

function fragmentOf(text: string, led: string): Form | undefined {
  const ranked = rank.exec(text);
  if (ranked !== null && (ranked[1] ?? ranked[2]) !== undefined)
    return { kind: 'rank', ordinal: ranked[1]?.toLowerCase(), degree: ranked[2] };
  const [year] = yearsIn(text);
  const words = text.split(/\s+/);
  // Without "and", only a short fragment counts; a longer one is a heading or a search.
  if (words.length > 8 || (led.trim() === '' && words.length > 4)) return undefined;
  const rest = year === undefined ? text : text.replace(yearPhrase, ' ').trim();
  return { kind: 'other', text: rest, isLed: led.trim() !== '', ...(year === undefined ? {} : { year }) };
}

const yearPhrase = patternOf(({ retrieval }) => retrieval?.form.yearPhrase, 'gi');

function aboutOf(text: string): Form | undefined {
  const match = pronoun.exec(text);
  if (match === null || ofItself.test(text)) return undefined;
  const before = text.slice(0, match.index);
  const phrase = askedBefore.exec(before)?.[0] ?? '';
  const named = before.slice(phrase.length);
  if (ownForms.test(named) && questionTerms(named).size > 0) return undefined;
  // In "Do employees keep their days?" the possessive refers to a noun of the same question.
  const isLast = text.slice(match.index + match[0].length).trim() === '';
  if (!isLast && possessive.test(match[0]) && questionTerms(named).size > 0) return undefined;
  return { kind: 'about', text, pronoun: match[0].toLowerCase() };
}
