import { entriesOf } from '../../../language/languages.ts';
import { patternOf } from '../../../language/match.ts';
import { plainOf } from '../spoken.ts';
import type { Answer } from './contact.ts';

const saysLastName = patternOf(({ agent }) => agent?.names.lastName, 'u');
const lastNameOn = patternOf(({ agent }) => agent?.names.lastNameOn, '');
const spelledOn = patternOf(({ agent }) => agent?.names.spelledOn, '');

const introduction = patternOf(({ agent }) => agent?.names.introduction, '');
const opener = patternOf(({ agent }) => agent?.names.opener, '');
/** Marks the end of the name. */
const ending = patternOf(({ agent }) => agent?.names.ending, '');
/** Words that show that an answer is not a name. */
const notName = new Set(entriesOf(({ agent }) => agent?.names.notName));

/** Backchannels: sounds that only show that the caller is listening. */
const backchannels = new Set(entriesOf(({ agent }) => agent?.names.backchannels));

export interface NameContext {
  /** Whether the words answer "What is your name?", so that no introduction is needed. */
  readonly asked: boolean;
  /** Words from the plan's goals. On their own they state a request, not a name. */
  readonly wants?: ReadonlySet<string>;
}

/** Extracts a person's name. */
export function nameOf(text: string, { asked, wants }: NameContext): Answer | undefined {
  const plain = plainOf(
    text.replace(/[,.!?;]+/g, (mark) => (mark.includes(',') ? ' ' : ' . ')).replace(/\s+\.\s+$/, ''),
  );
  const introduced = introduction.exec(plain);
  if (introduced === null && !asked) return undefined;
  const after = introduced === null ? plain.replace(opener, '') : plain.slice(introduced.index + introduced[0].length);
  const lastName = saysLastName.exec(plain)?.[1];
  const entryName = joinLetters(after.replace(lastNameOn, '').replace(/^(?:it's|is)\s+/, ''))
    .replace(ending, '')
    .replace(spelledOn, '')
    .trim();
  const words = entryName.split(/\s+/).filter((word) => word !== '');
  if (lastName !== undefined && !words.includes(lastName)) words.push(lastName);
  if (words.length === 0 || words.length > 4) return undefined;
  if (words.some((word) => notName.has(word) || !/^[\p{L}][\p{L}'-]*\.?$/u.test(word))) return undefined;
  if (words.length === 1 && (words[0] as string).length < 2) return undefined;
  if (introduced === null && words.every((word) => backchannels.has(word))) return undefined;
  if (wants !== undefined && words.every((word) => wants.has(word))) return undefined;
  if (!asked && isWrittenSmall(words[0] as string, text)) return undefined;
  const name = words.map(capitalised).join(' ');
  return { value: name, spoken: name };
}

/**
 * Returns whether a text that uses capitals writes the word in lower case: "Hi, I'm late." contains no name. Used only
 * if no name was asked for, since recognisers capitalise names.
 */
function isWrittenSmall(word: string, text: string): boolean {
  if (!/\p{Lu}/u.test(text)) return false;
  const [written = ''] = new RegExp(`(?<![\\p{L}'])${word}(?![\\p{L}'])`, 'iu').exec(text) ?? [];
  return /^\p{Ll}/u.test(written);
}

/** Joins spelled letters: "s m i t h" becomes "smith". */
const joinLetters = (text: string): string =>
  text.replace(/\b\p{L}(?:[ -]\p{L}\b)+/gu, (letters) => letters.replace(/[ -]/g, ''));

const capitalised = (word: string): string =>
  word
    .replace(/(^|['-])(\p{L})/gu, (_, mark: string, letter: string) => mark + letter.toUpperCase())
    .replace(/'S$/, "'s");
