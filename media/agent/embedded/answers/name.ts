import { plainOf } from '../spoken.ts';
import type { Answer } from './contact.ts';

const introduction =
  /\b(?:my (?:full |first )?name(?:'s| is| would be)?|the (?:\w+'?s )?name(?:'s| is)?|name(?:'s| is)|this is|i am|i'm|call me|it's under|it is under|under the name(?: of)?|it'?ll be under|put it under|it'd be under|make it out to|first name(?:'s| is)?)\s+/;
const opener =
  /^(?:(?:yes|yeah|yep|sure|ok|okay|well|so|oh|hi|hello|um|uh|and|of course|certainly|absolutely|no problem|no|it's|it is|that's|that is|that would be|it would be|actually|i'd say|please|the name is|name's|i said|no it's|sorry|under)\s+)+/;
/** After these the name is over. */
const ending =
  /\s+(?:and (?:i|my|the|it|i'd|i'm|we|a|you)\b|my (?:phone|number|email)|i'd|i would|i want|i need|calling|speaking|here|please|thanks|thank|phone|number|email|at|on|for|from|to|is fine|with|the|tomorrow|today|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b.*$/;
/** Words that show that an answer is not a name. */
const notName = new Set(
  `i you we they he she it a an the to for of on in at is are was be do does did have has had can could would will shall should
  want wanted need like make what when where who why how not no yes yeah ok okay please thanks thank sorry nothing anything
  tomorrow today monday tuesday wednesday thursday friday saturday sunday number phone email hold wait
  minute moment second calling book booking cancel reschedule hello hi hey help there this that these those
  my your our their and or but if so just really very never always sure right wrong correct name password key
  press enter looking trying wondering going interested afraid good fine great busy having new
  person human someone somebody hurt hurting pain question nobody
  morning afternoon evening night noon week weekend anytime whenever today's maybe perhaps`.split(/\s+/),
);

/** Sounds that only show that somebody listens. */
const backchannels = new Set(
  'mm mmm mm-hm mm-hmm mhm mmhm mmhmm hm hmm uh uh-huh huh aha ah oh yep yup all right alright got see exactly'.split(
    ' ',
  ),
);

export interface NameContext {
  /** The words answer "what is your name", so they need not say that they are one. */
  readonly asked: boolean;
  /** Words of the plan's goals: alone they say what the caller wants, and not who it is. */
  readonly wants?: ReadonlySet<string>;
}

/** A person's name. */
export function nameOf(text: string, { asked, wants }: NameContext): Answer | undefined {
  const plain = plainOf(
    text.replace(/[,.!?;]+/g, (mark) => (mark.includes(',') ? ' ' : ' . ')).replace(/\s+\.\s+$/, ''),
  );
  const introduced = introduction.exec(plain);
  if (introduced === null && !asked) return undefined;
  const after = introduced === null ? plain.replace(opener, '') : plain.slice(introduced.index + introduced[0].length);
  const lastName = /\blast name(?:'s| is)? ([\p{L}'-]+)/u.exec(plain)?.[1];
  const said = joinLetters(after.replace(/ (?:and )?(?:my )?last name.*$/, '').replace(/^(?:it's|is)\s+/, ''))
    .replace(ending, '')
    .replace(/\s*\b(that's|spelled)\b.*$/, '')
    .trim();
  const words = said.split(/\s+/).filter((word) => word !== '');
  if (lastName !== undefined && !words.includes(lastName)) words.push(lastName);
  if (words.length === 0 || words.length > 4) return undefined;
  if (words.some((word) => notName.has(word) || !/^[\p{L}][\p{L}'-]*\.?$/u.test(word))) return undefined;
  if (words.length === 1 && (words[0] as string).length < 2) return undefined;
  if (introduced === null && words.every((word) => backchannels.has(word))) return undefined;
  if (wants !== undefined && words.every((word) => wants.has(word))) return undefined;
  const name = words.map(capitalised).join(' ');
  return { value: name, spoken: name };
}

/** "s m i t h" is Smith. */
const joinLetters = (text: string): string =>
  text.replace(/\b\p{L}(?:[ -]\p{L}\b)+/gu, (letters) => letters.replace(/[ -]/g, ''));

const capitalised = (word: string): string =>
  word
    .replace(/(^|['-])(\p{L})/gu, (_, mark: string, letter: string) => mark + letter.toUpperCase())
    .replace(/'S$/, "'s");
