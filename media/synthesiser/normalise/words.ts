import type { SpokenToken } from '../spoken-token.ts';
import { label } from './numbers.ts';
import { type NormaliseOptions, type Rule, type Surroundings, say, spell } from './rule.ts';

/** Words in capitals for emphasis, which are not spelled. */
const emphasised = new Set(
  'NO NOT YES AND ALL YOU THE NOW NEW FREE ONLY STOP MUST NEVER DO WE ARE CAN FOR OUR'.split(' '),
);
/** Acronyms pronounced as words; the dictionary lists some with other meanings. */
const namedAloud = new Set('NASA NATO AIDS COVID LASIK UNICEF OSHA OPEC SIM PIN RAM SWAT FEMA ASAP'.split(' '));
/** Capitals that are spelled although the dictionary contains the word. */
const alwaysSpelled = new Set('US IT AM PM OR ID GP ER AC TV PC OK AI HR PR AD'.split(' '));

/** F.B.I., U.S., a.m. */
const dottedLetters: Rule = {
  pattern: /(?:\p{L}\.){2,8}(?!\p{L})/uy,
  read: ([all], { after }) => {
    const ends = after.trim() === '' || /^\s+\p{Lu}\p{Ll}/u.test(after);
    const letters = spell(all);
    return letters.length === 0 ? undefined : [...letters, ...(ends && after.trim() === '' ? say('.') : [])];
  },
};

/** S-M-I-T-H: letter by letter, slowly. */
const hyphenatedLetters: Rule = {
  pattern: /\p{Lu}(?:-\p{Lu}){1,20}(?![\p{L}\d])/uy,
  read: ([all]) => slowly(all.replaceAll('-', '')),
};

/** J. K. Rowling. */
const initial: Rule = {
  pattern: /([A-Z])\.(?=\s\p{Lu})/uy,
  read: ([, letter = ''], { before }) =>
    /(?:^|[^\p{L}])(?:vitamin|plan|option|type|grade)\s$/iu.test(before) ? undefined : spell(letter),
};

const slowly = (letters: string): SpokenToken[] =>
  letters.length <= 4
    ? spell(letters)
    : [...letters].flatMap((letter, i) => (i > 0 && i % 3 === 0 ? [...say(','), ...spell(letter)] : spell(letter)));

/** AB12, B2B, COVID19, 3A, A-12. */
const code: Rule = {
  pattern: /(?=[\p{L}\d-]{0,40}\d)(?=[\p{L}\d-]{0,40}\p{L})[\p{L}\d]{1,40}(?:-[\p{L}\d]{1,40}){0,6}(?![\p{L}\d])/uy,
  read: ([all], { options }) => {
    const parts = all.match(/\p{L}+|\d+|-/gu) ?? [];
    const compound = /\p{Ll}{2}/u.test(all);
    return parts.flatMap((part, i) => {
      if (part === '-') return [];
      if (/^\d/.test(part)) return say(compound || namesNumber(parts, i) ? label(part) : digitByDigit(part));
      if (/^\p{Lu}\p{Ll}/u.test(part) || (part.length > 2 && (compound || readsAsWord(part, options))))
        return say(part);
      return spell(part).length > 0 ? spell(part) : say(part);
    });
  },
};

const digitByDigit = (digits: string): string => [...digits].map((digit) => label(digit)).join(' ');

/** Words of four or more letters before a number ("COVID-19") stay words; "AB-12" is a code. */
const namesNumber = (parts: readonly string[], at: number): boolean =>
  parts.length <= 3 && at > 0 && /^\p{L}{4,}$/u.test(parts[0] as string);

/** A word, including parts joined by apostrophes and hyphens. */
const word: Rule = {
  pattern: /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?:-[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*)*['’]?/uy,
  anywhere: true,
  read: ([all], around) => {
    const text = all.replaceAll('’', "'").replace(/'$/, all.endsWith("s'") || all.endsWith('s’') ? "'" : '');
    const bare = text.replace(/'s$|s$/, '');
    if (/^[A-Z]$/.test(text)) return singleCapital(text, around);
    if (/^[A-Z]{2,}$/.test(bare) && bare.length > 1 && !readsCapitals(bare, around)) {
      return text === bare ? spell(bare) : spell(`${bare}s`);
    }
    if (/^[A-Z]{1,3}-\p{Ll}/u.test(text))
      return [...spell(text.slice(0, text.indexOf('-'))), ...say(text.slice(text.indexOf('-') + 1))];
    return say(isShouted(text, around) ? text.toLowerCase() : text);
  },
};

function singleCapital(letter: string, { before, after }: Surroundings): SpokenToken[] {
  const amongLetters =
    /(?:^|[^\p{L}])\p{Lu}[\s,]+$/u.test(before.slice(-4)) || /^[\s,]+\p{Lu}(?!\p{L})(?!['’])/u.test(after);
  if (letter === 'I')
    return amongLetters && !/^\s+\p{Ll}/u.test(after) && !/^['’]/.test(after) ? spell(letter) : say(letter);
  if (letter !== 'A') return spell(letter);
  const article =
    /^\s+[\p{L}\d"'“$]/u.test(after) &&
    !amongLetters &&
    !/\b(?:vitamin|plan|option|type|grade|class|section|hepatitis|gate|terminal|building|letter)\s$/i.test(
      before.slice(-20),
    );
  return article ? say(letter) : spell(letter);
}

/** Returns whether capitals are pronounced as a word here. */
function readsCapitals(text: string, { before, after, options }: Surroundings): boolean {
  if (namedAloud.has(text)) return true;
  const shouting = /(?:^|\s)[A-Z]{4,}[,!]?\s$/.test(before.slice(-20)) || /^[,!]?\s[A-Z]{4,}(?!\p{L})/u.test(after);
  if (alwaysSpelled.has(text)) return false;
  if (emphasised.has(text)) return true;
  if (shouting && options.isWord(text.toLowerCase())) return true;
  return readsAsWord(text, options);
}

function readsAsWord(text: string, options: NormaliseOptions): boolean {
  if (namedAloud.has(text)) return true;
  if (!/[AEIOUYaeiouy]/.test(text)) return false;
  if (text.length >= 4 && options.isWord(text.toLowerCase())) return true;
  return text.length >= 6;
}

const isShouted = (text: string, around: Surroundings): boolean =>
  /^[A-Z']{2,}$/.test(text) &&
  !namedAloud.has(text) &&
  readsCapitals(text.replace(/'S$/, ''), around) &&
  !around.options.isWord(text);

export const letterRules: readonly Rule[] = [dottedLetters, hyphenatedLetters, initial];
export const wordRules: readonly Rule[] = [code, word];
