import { createHash } from 'node:crypto';
import { analysisWords } from '../../media/language/analysis-words.ts';
import { entriesOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import type { Transcript, Turn } from '../transcripts/transcript.ts';
import { addressesIn, birthDatesIn, emailsIn, namesIn, type PersonalText } from './personal-texts.ts';
import { isAmount, runsIn } from './sensitive-numbers.ts';

/** Names and phone numbers known from outside the transcript. */
export interface KnownPeople {
  readonly names: readonly string[];
  readonly phones: readonly string[];
}

export interface Pseudonyms {
  /** Replaces personal data in a text; equal data always gets the same replacement. */
  text(text: string): string;
  /** Pseudonym of the customer. */
  readonly customerName: string;
  /** Number of distinct items replaced. */
  readonly replaced: {
    readonly names: number;
    readonly numbers: number;
    readonly emails: number;
    readonly places: number;
  };
}

/** Replacements for people's names and streets. */
const standIns = {
  given: analysisWords.pseudonyms.given.entries,
  family: analysisWords.pseudonyms.family.entries,
  streets: analysisWords.pseudonyms.streets.entries,
};

/** Shorter digit runs are days, prices and counts. */
const leastDigits = 6;
const leastTail = 3;

/**
 * Builds replacements for the names, numbers, addresses and dates of birth in a conversation. They are derived from the
 * seed, so the same conversation always gets the same ones. The agent's own business details are kept.
 */
export function pseudonymsOf(transcript: Transcript, known: KnownPeople, seed: string): Pseudonyms {
  const draw = drawOf(seed);
  const people = namesOf(transcript, known);
  const names = nameTable(people, draw);
  const texts = transcript.filter(({ speaker }) => speaker !== 'agent').map(({ text }) => text);
  const emails = tableOf(texts.flatMap(emailsIn), (text, at) => emailLike(text, draw, at));
  const places = tableOf(personalTexts(transcript, addressesIn), (_, at) => placeOf(draw, at));
  const births = tableOf(
    personalTexts(transcript, birthDatesIn),
    (_, at) => `March ${1 + draw(`birth ${at}`, 28)}, 1986`,
  );
  const numbers = numberTable([...texts, ...known.phones], draw);
  const literal = [...emails, ...places, ...births].sort(([a], [b]) => b.length - a.length);
  return {
    text(text) {
      let now = text;
      for (const [original, other] of literal) now = now.replaceAll(new RegExp(escaped(original), 'giu'), () => other);
      return withNames(withNumbers(now, numbers), names);
    },
    customerName: customerNameOf(people[0], names, draw),
    replaced: { names: names.size, numbers: numbers.size, emails: emails.size, places: places.size + births.size },
  };
}

type Draw = (name: string, below: number) => number;

/** Returns a number below `below`, derived from the seed and a name. */
const drawOf =
  (seed: string): Draw =>
  (name, below) =>
    createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() % below;

/** Collects items from the customer's turns, each evaluated with the question before it. */
function personalTexts(transcript: Transcript, inTurn: (turn: Turn, question: string) => PersonalText[]): string[] {
  return transcript.flatMap((turn, index) => {
    if (turn.speaker === 'agent') return [];
    const question = transcript.slice(0, index).findLast(({ speaker }) => speaker !== turn.speaker)?.text ?? '';
    return inTurn(turn, question);
  });
}

const namesOf = (transcript: Transcript, people: KnownPeople): string[] => [
  ...people.names,
  ...transcript.flatMap((turn, index) => {
    const question = transcript.slice(0, index).findLast(({ speaker }) => speaker !== turn.speaker)?.text ?? '';
    return namesIn(turn, question);
  }),
];

const tableOf = (all: readonly string[], standIn: (text: string, at: number) => string): Map<string, string> =>
  new Map([...new Set(all)].map((text, at) => [text, standIn(text, at)]));

const title = patternOf(({ analysis }) => analysis?.pseudonyms.title);
const partsOf = (name: string): string[] =>
  name
    .split(/\s+/)
    .map((word) => word.replace(/['’]s$/u, ''))
    .filter((word) => /\p{L}{2}/u.test(word) && !title.test(word));

/**
 * Maps each word of a name separately, so that "Nora" and "Ms Field" remain one person. Full names are mapped first.
 */
function nameTable(all: readonly string[], draw: Draw): Map<string, string> {
  const table = new Map<string, string>();
  const usedNames = new Set<string>();
  const whole = all.filter((name) => partsOf(name).length > 1);
  for (const name of [...whole, ...all])
    for (const [at, word] of partsOf(name).entries()) {
      const key = word.toLowerCase();
      if (table.has(key)) continue;
      const pool: readonly string[] = at > 0 ? standIns.family : standIns.given;
      const first = draw(`name ${key}`, pool.length);
      const order = [...pool.slice(first), ...pool.slice(0, first)];
      const standIn =
        order.find((candidate) => !usedNames.has(candidate) && candidate.toLowerCase() !== key) ??
        (pool[first] as string);
      usedNames.add(standIn);
      table.set(key, standIn);
    }
  return table;
}

/** Returns the pseudonym of the first named person, or a random name if nobody is named. */
function customerNameOf(first: string | undefined, names: ReadonlyMap<string, string>, draw: Draw): string {
  const [givenName, ...rest] = partsOf(first ?? '').map((word) => names.get(word.toLowerCase()) ?? word);
  const family = rest.length > 0 ? rest.join(' ') : standIns.family[draw('family', standIns.family.length)];
  return `${givenName ?? standIns.given[draw('given', standIns.given.length)]} ${family}`;
}

/** Names that are also ordinary words are replaced only when capitalised. */
const alsoWords = new Set(entriesOf(({ analysis }) => analysis?.pseudonyms.alsoWords));

function withNames(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  const replaced = text.replaceAll(/\p{L}[\p{L}'’-]*\p{L}/gu, (word) => {
    const [, stem = word, rest = ''] = /^(.*?)(['’]s)?$/su.exec(word) ?? [];
    const other = names.get(stem.toLowerCase());
    if (other === undefined) return word;
    const isWritten = /^\p{Lu}/u.test(stem);
    if (!isWritten && alsoWords.has(stem.toLowerCase())) return word;
    return other + rest;
  });
  // "S M I T H", "s-m-i-t-h".
  return replaced.replaceAll(/\b\p{L}(?:[ .-]\p{L}\b){2,}/gu, (letters) => {
    const other = names.get(letters.replaceAll(/[ .-]/g, '').toLowerCase());
    return other === undefined ? letters : [...other.toUpperCase()].join(' ');
  });
}

const isPersonalNumber = (
  run: { readonly digits: string; readonly start: number; readonly end: number },
  text: string,
) => run.digits.length >= leastDigits && !isAmount(run, text);

/** Keys are digits, regardless of how the number is written or spoken. */
function numberTable(texts: readonly string[], draw: Draw): Map<string, string> {
  const table = new Map<string, string>();
  const numbers = texts.flatMap((text) =>
    runsIn(text).flatMap((run) => (isPersonalNumber(run, text) ? [run.digits] : [])),
  );
  for (const digits of numbers.sort((a, b) => b.length - a.length))
    if (tailOf(digits, table) === undefined) table.set(digits, digitsLike(digits, draw));
  return table;
}

/** Returns a number of the same length. Phone numbers use the block reserved for fiction. */
function digitsLike(digits: string, draw: Draw): string {
  const two = String(draw(`number ${digits}`, 100)).padStart(2, '0');
  if (digits.length >= 10 && digits.length <= 13) return `${digits.slice(0, -10)}20255501${two}`;
  if (digits.length === 7) return `55501${two}`;
  return [...digits].map((_, at) => String(draw(`${digits} ${at}`, at === 0 ? 9 : 10) + (at === 0 ? 1 : 0))).join('');
}

function withNumbers(text: string, numbers: ReadonlyMap<string, string>): string {
  if (numbers.size === 0) return text;
  return runsIn(text).reduceRight((now, run) => {
    if (isAmount(run, text)) return now;
    const other = numbers.get(run.digits) ?? tailOf(run.digits, numbers);
    return other === undefined
      ? now
      : now.slice(0, run.start) + written(other, text.slice(run.start, run.end)) + now.slice(run.end);
  }, text);
}

/** Maps a partial number to the matching last digits of its replacement; the international prefix may be missing. */
function tailOf(digits: string, numbers: ReadonlyMap<string, string>): string | undefined {
  if (digits.length < leastTail) return undefined;
  for (const [original, other] of numbers) if (original.endsWith(digits)) return other.slice(-digits.length);
  return undefined;
}

/** Formats digits like the text they replace; spoken digits become groups of three. */
function written(digits: string, form: string): string {
  if (/\p{L}/u.test(form)) return digits.replaceAll(/(\d{3})(?=\d{3})/g, '$1 ');
  let at = 0;
  return form.replaceAll(/\d/g, () => digits[at++] ?? '');
}

function emailLike(text: string, draw: Draw, at: number): string {
  const { given: givenNames, family } = standIns;
  const name =
    `${givenNames[draw(`mail ${at}`, givenNames.length)]}.${family[draw(`mailbox ${at}`, family.length)]}`.toLowerCase();
  return text.includes('@') ? `${name}@example.com` : `${name.replace('.', ' dot ')} at example dot com`;
}

const placeOf = (draw: Draw, at: number): string =>
  `${2 + draw(`house ${at}`, 97)} ${standIns.streets[draw(`street ${at}`, standIns.streets.length)]}`;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
