import { soundOf, unlikeness } from '../text/sounds-like.ts';
import { plainWords } from '../text/words.ts';
import type { Found } from './finder.ts';
import { dayNames, degreeTerms, questionTerms, softTerms } from './terms.ts';
import { allTextOf, type Units } from './units.ts';

/** Of two words that a recogniser takes for one another: one consonant of three, "real" for "wheel". */
const mostUnlike = 0.31;
/** Shorter sounds are like too much else. */
const leastSounds = 3;
const mostVersions = 3;

/**
 * A recognised question with one word that the sources lack replaced by a word of theirs that sounds like it, the likeliest
 * first: "real alignment" becomes "wheel alignment". Empty unless the sources name another subject of the question in the
 * same sentence, so that nothing is answered by sound alone.
 */
export function otherHearings(question: string, all: readonly Found[]): string[] {
  const [first] = all;
  if (first === undefined) return [];
  const weighed = [...first.question.weights.keys()];
  const isKnown = (term: string): boolean => all.some(({ units: { frequency } }) => frequency.has(term));
  const kept = new Set(weighed.filter((term) => isKnown(term) && !softTerms.has(term) && !degreeTerms.has(term)));
  if (kept.size === 0) return [];
  const words = new Set(all.flatMap(({ units }) => wordsBeside(kept, units)));
  const versions = plainWords(question)
    .filter((word) => isReplaceable(word) && [...questionTerms(word)].every((term) => !isKnown(term)))
    .flatMap((word) => likeSounding(word, words).map(({ like, unlike }) => ({ word, like, unlike })));
  return versions
    .sort((a, b) => a.unlike - b.unlike)
    .slice(0, mostVersions)
    .map(({ word, like }) => question.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'), like));
}

/** Words of letters that name a subject: numbers, days and degrees are not exchanged. */
const isReplaceable = (word: string): boolean =>
  /^\p{L}+$/u.test(word) &&
  questionTerms(word).size === 1 &&
  !dayNames.has(word) &&
  ![...questionTerms(word)].some((term) => degreeTerms.has(term) || softTerms.has(term));

/** Those of the sentences and rows that name one of these terms. */
const wordsBeside = (terms: ReadonlySet<string>, { units }: Units): string[] =>
  units
    .filter((unit) => [...terms].some((term) => unit.terms.has(term)))
    .flatMap((unit) => plainWords(allTextOf(unit)))
    .filter(isReplaceable);

function likeSounding(word: string, words: ReadonlySet<string>): { like: string; unlike: number }[] {
  const sound = spokenSound(word);
  if (sound.length < leastSounds) return [];
  const found: { like: string; unlike: number }[] = [];
  for (const like of words) {
    const other = spokenSound(like);
    if (other.length < leastSounds || vowelsIn(other) !== vowelsIn(sound)) continue;
    const unlike = unlikeness(sound, other);
    if (unlike <= mostUnlike) found.push({ like, unlike });
  }
  return found;
}

/** Without the silent "e" of "brake". */
const spokenSound = (word: string): string => soundOf(word.replace(/(?<=[^aeiouy])e$/i, ''));

/** Words of another number of syllables are hardly taken for one another. */
const vowelsIn = (sound: string): number => sound.replaceAll(/[^aiu]/g, '').length;
