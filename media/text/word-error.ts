import { writtenNumbers } from '../language/number-words.ts';

/** Insertions, deletions and substitutions relative to the reference. */
export interface WordErrors {
  readonly errors: number;
  readonly words: number;
}

/** Returns the minimum word edits that turn `reference` into `hypothesis`, both normalised. */
export function wordErrors(reference: string, hypothesis: string): WordErrors {
  return editErrors(normaliseWords(reference), normaliseWords(hypothesis));
}

/** Returns the minimum edits between two lists of words. */
export function editErrors(spoken: readonly string[], heard: readonly string[]): WordErrors {
  let row = Array.from({ length: heard.length + 1 }, (_, i) => i);
  spoken.forEach((word, i) => {
    const next = [i + 1];
    heard.forEach((other, j) => {
      next.push(Math.min(row[j]! + (word === other ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    });
    row = next;
  });
  return { errors: row[heard.length]!, words: spoken.length };
}

/**
 * Returns the words of a text in comparable form: lower case, without accents, punctuation and ellipses. Hyphens and
 * slashes separate words. Numbers to 999,999 are written out, digit groups with hyphens ("555-1234") one by one; "3rd"
 * is "third", "%" and "&" are words; letters with full stops ("U.S.") are separate. Apostrophes are dropped ("don't" is
 * "dont"). Contractions and compounds are unchanged: "I'm" for "I am" and "log in" for "login" count as errors.
 */
export function normaliseWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['\u2018\u2019]/g, '')
    .replace(/&/g, ' and ')
    .replace(/%/g, ' percent ')
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/\b\d{3,}(-\d+)+\b/g, (phone) => [...phone.replaceAll('-', '')].join(' '))
    .replace(/(\d)(?=(am|pm)\b)/g, '$1 ')
    .replace(/(\d)\.(?=\d)/g, '$1 point ')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1 ')
    .replace(/[^a-z0-9]+/g, ' ');
  return plain
    .split(' ')
    .filter((word) => word !== '')
    .flatMap(spellNumber);
}

const written = writtenNumbers('en');

function spellNumber(word: string): string[] {
  const match = /^(\d+)(st|nd|rd|th)?$/.exec(word);
  if (match === null) return [word];
  const digits = match[1]!;
  // Digit strings that are long or start with a zero are read one by one.
  const readSingly = digits.length > 6 || (digits.length > 1 && digits.startsWith('0'));
  const parts = readSingly ? [...digits].map(Number) : partsOf(Number(digits));
  const isOrdinal = match[2] !== undefined;
  return parts.map((part, at) =>
    isOrdinal && at === parts.length - 1 ? written.ordinal(part) : written.cardinal(part),
  );
}

/** Returns the numbers with a word of their own in spoken order: 1, 1000, 2, 100, 30, 4. */
function partsOf(value: number): number[] {
  if (value < 20) return [value];
  if (value < 100) return [value - (value % 10), ...(value % 10 === 0 ? [] : [value % 10])];
  const scale = value < 1000 ? 100 : 1000;
  const rest = value % scale;
  return [...partsOf(Math.floor(value / scale)), scale, ...(rest === 0 ? [] : partsOf(rest))];
}
