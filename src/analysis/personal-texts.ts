import type { Turn } from '../transcripts/transcript.ts';
import { momentsIn } from './moments.ts';

/** Words of a turn that point to a person. */
export type PersonalText = string;

const emailForms = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b[\w]+(?:(?: (?:dot|underscore|dash|hyphen) |\.)[\w]+)* at [\w-]+(?: dot |\.)(?:com|org|net|edu|gov|co dot uk|[a-z]{2})\b/gi,
];
export const emailsIn = (text: string): PersonalText[] => emailForms.flatMap((form) => text.match(form) ?? []);

const streetKinds =
  'street|st|road|rd|avenue|ave|lane|ln|drive|boulevard|blvd|court|ct|way|place|square|terrace|close|crescent|highway';
const streetAddress = new RegExp(
  `\\b\\d{1,5}[a-z]?,? (?:[\\p{L}'’-]+ ){1,3}(?:${streetKinds})\\b\\.?(?:,? (?:apartment|apt|suite|unit|flat|number) #?\\w+)?`,
  'giu',
);
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/g;
const asksAddress = /\b(?:address|where do you live|postcode|post code|zip(?: code)?)\b/i;
const mail = /\be-?mail\b/i;

/** Street addresses; of an answer to a question for one, all that has a number. */
export function addressesIn({ text }: Pick<Turn, 'text'>, question: string): PersonalText[] {
  const found = [...(text.match(streetAddress) ?? []), ...(text.match(postcode) ?? [])];
  if (found.length > 0 || !asksAddress.test(question) || mail.test(question)) return found;
  const answer = /\d[\p{L}\p{N} ,.'’-]*[\p{L}\p{N}]/u.exec(text)?.[0];
  return answer === undefined ? [] : [answer];
}

const month = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const asksBirth = /\b(?:date of birth|birth ?(?:day|date)|d\.?o\.?b|born)\b/i;

/** Dates of an answer to a question for the date of birth. */
export function birthDatesIn({ text }: Pick<Turn, 'text'>, question: string): PersonalText[] {
  if (!asksBirth.test(question) && !/\bborn\b/i.test(text)) return [];
  const numeric = text.match(/\b\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b/g) ?? [];
  // Only where the words stand matters.
  const moments = momentsIn(text, { calledAt: '2000-01-01T00:00:00.000Z', utcOffsetMinutes: 0 });
  const named = moments.map(({ start, end }) => {
    const year = /^,? (?:(?:19|20)\d\d|nineteen [\p{L} -]+)/u.exec(text.slice(end))?.[0] ?? '';
    return text.slice(start, end) + year;
  });
  const isDate = (one: string): boolean => month.test(one) && !numeric.some((other) => other.includes(one));
  return [...numeric, ...named.filter(isDate)];
}

const name = "\\p{Lu}[\\p{L}'’-]+";
const full = `${name}(?: ${name}){0,2}`;
const fullName = new RegExp(full, 'gu');
const introductions = [
  new RegExp(
    `\\b(?:[Mm]y (?:full |first |last )?name(?: is|'s|’s)?|[Nn]ame(?:'s|’s| is)|[Cc]all me|[Uu]nder(?: the name(?: of)?)?) (${full})`,
    'gu',
  ),
  new RegExp(`\\b(?:[Tt]his is|I am|I'm|I’m|[Ss]peaking with|[Ii]t's|[Ii]t’s) (${full})`, 'gu'),
  new RegExp(
    `\\b(?:wife|husband|son|daughter|mother|father|mom|mum|dad|brother|sister|friend|colleague|boss|partner|child|neighbou?r),? (${full})`,
    'gu',
  ),
  new RegExp(`\\b(?:Mr|Mrs|Ms|Miss|Mister|Dr)\\.? (${full})`, 'gu'),
];
/** Of the agent, who addresses the customer. */
const addressed = new RegExp(
  `\\b(?:[Tt]hanks|[Tt]hank you|[Hh]i|[Hh]ello|[Oo]kay|[Aa]ll right|[Pp]erfect|[Gg]reat|[Ss]peaking (?:to|with)),? (${full})(?=[,.!?]|$)`,
  'gu',
);
const asksName = /\bname\b[^.!?]*\?|\bwho (?:am i|are we) (?:speaking|talking)/i;
const spelled = /\b\p{L}(?:[ .-]\p{L}\b){2,}/gu;
const introduced =
  /^(?:(?:yes|yeah|sure|okay|ok|well|um|uh|of course|it's|it is|it’s|this is|my name is|my name's|i'm|i am|that's|that is|that would be|it would be|it'll be|under|the name is)[,.]?\s+)+/i;

const noNames = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december i okay yes no sure good great fine thanks thank goodbye bye calling not the a an just so
  very really interested looking sorry afraid here there your our my is it that this english spanish german french
  mm mm-hm mm-hmm mhm hm hmm uh-huh american british indian new what when where how who`.split(/\s+/),
);

const isName = (text: string): boolean => text.split(' ').every((word) => !noNames.has(word.toLowerCase()));

/** Names of people, as far as the words around them show that they are names. */
export function namesIn({ text, speaker }: Pick<Turn, 'text' | 'speaker'>, question: string): PersonalText[] {
  if (speaker === 'agent') return [...text.matchAll(addressed)].map(([, found]) => found as string).filter(isName);
  const said = introductions.flatMap((form) => [...text.matchAll(form)].map(([, found]) => found as string));
  const letters = (text.match(spelled) ?? []).map((found) => found.replaceAll(/[ .-]/g, ''));
  return [...answered(text, question), ...said.filter(isName), ...letters.filter((word) => word.length > 2)];
}

/** The names of an answer to a question for one, or all of a short answer that has none. */
function answered(text: string, question: string): PersonalText[] {
  if (!asksName.test(question)) return [];
  const rest = text.replace(introduced, '');
  const written = rest.match(fullName)?.filter(isName) ?? [];
  if (written.length > 0) return written;
  const [first = ''] = rest.split(/[.!?,;]| and /u);
  const words = first
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}[\p{L}'’-]+$/u.test(word));
  return words.length === 0 || words.length > 3 || !isName(words.join(' ')) ? [] : [words.join(' ')];
}
