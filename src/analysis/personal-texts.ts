import { entriesOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { momentsIn } from '../../media/reading/moments.ts';
import type { Turn } from '../transcripts/transcript.ts';

const saysBorn = patternOf(({ analysis }) => analysis?.personal.saysBorn);
const yearAfter = patternOf(({ analysis }) => analysis?.personal.yearAfter, 'u');
const answerEnd = patternOf(({ analysis }) => analysis?.personal.answerEnd, 'u');

/** Words in a turn that identify a person. */
export type PersonalText = string;

const emailForms = [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, patternOf(({ analysis }) => analysis?.personal.spokenEmail, 'gi')];
export const emailsIn = (text: string): PersonalText[] => emailForms.flatMap((form) => text.match(form) ?? []);

const streetAddress = patternOf(({ analysis }) => analysis?.personal.streetAddress, 'giu');
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/g;
const asksAddress = patternOf(({ analysis }) => analysis?.personal.asksAddress);
const mail = patternOf(({ analysis }) => analysis?.personal.mail);

/** Returns street addresses. After a question for an address, returns the whole part that contains a number. */
export function addressesIn({ text }: Pick<Turn, 'text'>, question: string): PersonalText[] {
  const texts = [...(text.match(streetAddress) ?? []), ...(text.match(postcode) ?? [])];
  if (texts.length > 0 || !asksAddress.test(question) || mail.test(question)) return texts;
  const answer = /\d[\p{L}\p{N} ,.'’-]*[\p{L}\p{N}]/u.exec(text)?.[0];
  return answer === undefined ? [] : [answer];
}

const month = patternOf(({ analysis }) => analysis?.personal.month);
const asksBirth = patternOf(({ analysis }) => analysis?.personal.asksBirth);

/** Returns the dates in an answer to a question for the date of birth. */
export function birthDatesIn({ text }: Pick<Turn, 'text'>, question: string): PersonalText[] {
  if (!asksBirth.test(question) && !saysBorn.test(text)) return [];
  const numeric = text.match(/\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b/g) ?? [];
  // Only the positions of the dates matter.
  const moments = momentsIn(text, { calledAt: '2000-01-01T00:00:00.000Z', utcOffsetMinutes: 0 });
  const named = moments.map(({ start, end }) => {
    const year = yearAfter.exec(text.slice(end))?.[0] ?? '';
    return text.slice(start, end) + year;
  });
  const isDate = (spokenText: string): boolean =>
    month.test(spokenText) && !numeric.some((other) => other.includes(spokenText));
  return [...numeric, ...named.filter(isDate)];
}

const name = "\\p{Lu}[\\p{L}'’-]+";
const full = `${name}(?: ${name}){0,2}`;
const fullName = new RegExp(full, 'gu');
const introductions = [
  patternOf(({ analysis }) => analysis?.personal.introducesByName, 'gu'),
  patternOf(({ analysis }) => analysis?.personal.introducesItself, 'gu'),
  patternOf(({ analysis }) => analysis?.personal.relation, 'gu'),
  patternOf(({ analysis }) => analysis?.personal.titled, 'gu'),
];
/** Matches how an agent addresses the customer by name. */
const addressed = patternOf(({ analysis }) => analysis?.personal.addressed, 'gu');
const asksName = patternOf(({ analysis }) => analysis?.personal.asksName);
const spelled = /\b\p{L}(?:[ .-]\p{L}\b){2,}/gu;
const introduced = patternOf(({ analysis }) => analysis?.personal.introduced);

const noNames = new Set(entriesOf(({ analysis }) => analysis?.personal.noNames));

const isName = (text: string): boolean => text.split(' ').every((word) => !noNames.has(word.toLowerCase()));

/** Returns people's names, as far as the surrounding words identify them as names. */
export function namesIn({ text, speaker }: Pick<Turn, 'text' | 'speaker'>, question: string): PersonalText[] {
  if (speaker === 'agent')
    return [...text.matchAll(addressed)].map(([, entryName]) => entryName as string).filter(isName);
  const names = introductions.flatMap((form) => [...text.matchAll(form)].map(([, entryName]) => entryName as string));
  const letters = (text.match(spelled) ?? []).map((spelledLetters) => spelledLetters.replaceAll(/[ .-]/g, ''));
  return [...answered(text, question), ...names.filter(isName), ...letters.filter((word) => word.length > 2)];
}

/** Returns the names in an answer to a question for one, or the whole answer if it is short and contains none. */
function answered(text: string, question: string): PersonalText[] {
  if (!asksName.test(question)) return [];
  const rest = text.replace(introduced, '');
  const written = rest.match(fullName)?.filter(isName) ?? [];
  if (written.length > 0) return written;
  const [first = ''] = rest.split(answerEnd);
  const words = first
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}[\p{L}'’-]+$/u.test(word));
  return words.length === 0 || words.length > 3 || !isName(words.join(' ')) ? [] : [words.join(' ')];
}
