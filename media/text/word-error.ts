/** Insertions, deletions and substitutions against the words that were said. */
export interface WordErrors {
  readonly errors: number;
  readonly words: number;
}

/** The least number of word edits that turn `reference` into `hypothesis`, both normalised. */
export function wordErrors(reference: string, hypothesis: string): WordErrors {
  return editErrors(normaliseWords(reference), normaliseWords(hypothesis));
}

/** The least number of edits between two lists of words. */
export function editErrors(said: readonly string[], heard: readonly string[]): WordErrors {
  let row = Array.from({ length: heard.length + 1 }, (_, i) => i);
  said.forEach((word, i) => {
    const next = [i + 1];
    heard.forEach((other, j) => {
      next.push(Math.min(row[j]! + (word === other ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    });
    row = next;
  });
  return { errors: row[heard.length]!, words: said.length };
}

/**
 * The words of a text, made comparable: lower case, without accents, punctuation and ellipses; a hyphen or slash parts
 * words; numbers to 999,999 are written out, digit groups with hyphens ("555-1234") one by one; "3rd" is "third", "%" and
 * "&" are words; letters spelled with points ("U.S.") stand alone. Apostrophes are dropped ("don't" is "dont"). Contractions
 * and compounds are unchanged: "I'm" for "I am" and "log in" for "login" count as errors.
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

const ones = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const irregularOrdinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function spellNumber(word: string): string[] {
  const match = /^(\d+)(st|nd|rd|th)?$/.exec(word);
  if (match === null) return [word];
  const digits = match[1]!;
  // Long strings of digits and those with a leading zero are read one by one.
  const readSingly = digits.length > 6 || (digits.length > 1 && digits.startsWith('0'));
  const words = readSingly ? [...digits].map((digit) => ones[Number(digit)]!) : cardinal(Number(digits));
  return match[2] === undefined ? words : [...words.slice(0, -1), ordinal(words.at(-1)!)];
}

function cardinal(value: number): string[] {
  if (value < 20) return [ones[value]!];
  if (value < 100) return [tens[Math.floor(value / 10)]!, ...(value % 10 === 0 ? [] : cardinal(value % 10))];
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % unit;
  return [...cardinal(Math.floor(value / unit)), name, ...(rest === 0 ? [] : cardinal(rest))];
}

function ordinal(word: string): string {
  return irregularOrdinals[word] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
}
