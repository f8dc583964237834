import { soundOf, unlikeness } from '../text/sounds-like.ts';
import { plainWords } from '../text/words.ts';
import type { Found } from './finder.ts';
import { dayNames, degreeTerms, questionTerms, softTerms } from './terms.ts';
import { allTextOf, type Units } from './units.ts';

/** Maximum phonetic distance of words that a recogniser confuses: one consonant of three, "real" for "wheel". */
const mostUnlike = 0.31;
/** Shorter sound sequences resemble too many others. */
const leastSounds = 3;
const mostVersions = 3;

/**
 * Returns versions of a recognised question in which a word that no source contains is replaced by a similar-sounding
 * one from the sources, likeliest first: "real alignment" becomes "wheel alignment". Empty unless the same sentence
 * contains another term of the question, so that sound alone never decides.
 */
export function otherHearings(question: string, all: readonly Found[]): string[] {
  const [first] = all;
  if (first === undefined) return [];
  const weighed = [...first.question.weights.keys()];
  const isKnown = (term: string): boolean => all.some(({ units: { frequency } }) => frequency.has(term));
  const keptTerms = new Set(weighed.filter((term) => isKnown(term) && !softTerms.has(term) && !degreeTerms.has(term)));
  if (keptTerms.size === 0) return [];
  const words = new Set(all.flatMap(({ units }) => wordsBeside(keptTerms, units)));
  const versions = plainWords(question)
    .filter((word) => isReplaceable(word) && [...questionTerms(word)].every((term) => !isKnown(term)))
    .flatMap((word) => likeSounding(word, words).map(({ like, unlike }) => ({ word, like, unlike })));
  return versions
    .sort((a, b) => a.unlike - b.unlike)
    .slice(0, mostVersions)
    .map(({ word, like }) => question.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'), like));
}

/** Numbers, days and degrees are not replaced. */
const isReplaceable = (word: string): boolean =>
  /^\p{L}+$/u.test(word) &&
  questionTerms(word).size === 1 &&
  !dayNames.has(word) &&
  ![...questionTerms(word)].some((term) => degreeTerms.has(term) || softTerms.has(term));

/** Returns the words of the units that contain one of these terms. */
const wordsBeside = (terms: ReadonlySet<string>, { units }: Units): string[] =>
  units
    .filter((unit) => [...terms].some((term) => unit.terms.has(term)))
    .flatMap((unit) => plainWords(allTextOf(unit)))
    .filter(isReplaceable);

function likeSounding(word: string, words: ReadonlySet<string>): { like: string; unlike: number }[] {
  const sound = spokenSound(word);
  if (sound.length < leastSounds) return [];
  const pairs: { like: string; unlike: number }[] = [];
  for (const like of words) {
    const other = spokenSound(like);
    if (other.length < leastSounds || vowelsIn(other) !== vowelsIn(sound)) continue;
    const unlike = unlikeness(sound, other);
    if (unlike <= mostUnlike) pairs.push({ like, unlike });
  }
  return pairs;
}

/** Returns the sound without a silent "e", as in "brake". */
const spokenSound = (word: string): string => soundOf(word.replace(/(?<=[^aeiouy])e$/i, ''));

/** Words with different syllable counts are rarely confused. */
const vowelsIn = (sound: string): number => sound.replaceAll(/[^aiu]/g, '').length;
