import type { OverlapCalibration } from '../language/calibration.ts';
import type { LikelyPhrase } from '../line/speech.ts';
import { soundOf, unlikeness } from '../text/sounds-like.ts';
import { plainWords } from '../text/words.ts';
import type { OverlapVocabulary } from './overlap-vocabulary.ts';

export interface OverlapPhrases {
  /** Phrases to try if words over a reply have low confidence. */
  readonly all: readonly string[];
  /** Classifies `text` by the phrases that it may have been. Returns undefined if that is undecided. */
  kindOf(text: string, likely: readonly LikelyPhrase[]): 'sign' | 'interruption' | undefined;
  /**
   * Returns the natural-log probability of the likeliest phrase of each kind, and whether the text matches an
   * interruption exactly.
   */
  weigh(text: string, likely: readonly LikelyPhrase[]): WeighedPhrases;
  /**
   * Returns whether low-confidence words sound like an interruption in a language that the recogniser does not support
   * and transcribes phonetically: "Fear say bowl yay." for "phir se boliye". For supported languages, trying the
   * phrases is more accurate.
   */
  soundsLikeInterruption(text: string): boolean;
  /** Returns the phonetic distance of a text to each kind, from 0 to 1; 1 if it is too short to tell. */
  distances(text: string): { readonly sign: number; readonly interruption: number };
}

export interface WeighedPhrases {
  readonly sign: number;
  readonly interruption: number;
  readonly exact: boolean;
}

const plain = (text: string): string => plainWords(text).join(' ');

/** Shorter sound sequences resemble too many others. */
const LEAST_SOUNDS = { heard: 5, phrase: 4 } as const;

/** `known`: languages that the recogniser supports. */
export function createOverlapPhrases(
  { signs, interruptions }: OverlapVocabulary,
  { phrases, sounds }: Pick<OverlapCalibration, 'phrases' | 'sounds'>,
  known: readonly string[],
): OverlapPhrases {
  const isSign: ReadonlySet<string> = new Set(signs);
  const allInterruptions = [...interruptions.values()].flat();
  /** Excludes single words, even repeated: "mm-hmm, mm-hmm" is often recognised as "No, no, no." */
  const interruptionsOfWords: ReadonlySet<string> = new Set(
    allInterruptions.map(plain).filter((text) => new Set(text.split(' ')).size > 1),
  );
  const soundsOfSigns = signs.map(soundOf);
  const soundsByEar = [...interruptions].flatMap(([code, texts]) => (known.includes(code) ? [] : texts.map(soundOf)));
  function weigh(text: string, likely: readonly LikelyPhrase[]): WeighedPhrases {
    const heard = plain(text);
    // If more speech follows a phrase, the phrase alone is not a match.
    const whole = likely.filter((phrase) => !heard.startsWith(`${plain(phrase.text)} `));
    const best = (sign: boolean): number =>
      whole.find((phrase) => isSign.has(phrase.text) === sign)?.logProbability ?? Number.NEGATIVE_INFINITY;
    return { sign: best(true), interruption: best(false), exact: interruptionsOfWords.has(heard) };
  }

  function distances(text: string): { sign: number; interruption: number } {
    const heard = soundOf(text);
    if (heard.length < LEAST_SOUNDS.heard) return { sign: 1, interruption: 1 };
    const nearest = (those: readonly string[]): number =>
      Math.min(1, ...those.map((sound) => (sound.length < LEAST_SOUNDS.phrase ? 1 : unlikeness(heard, sound))));
    return { sign: nearest(soundsOfSigns), interruption: nearest(soundsByEar) };
  }

  return {
    all: [...signs, ...allInterruptions],
    weigh,
    distances,
    kindOf(text, likely) {
      const { sign, interruption, exact } = weigh(text, likely);
      if (exact) return 'interruption';
      if (sign >= phrases.sign && sign - interruption >= phrases.signAhead) return 'sign';
      return interruption >= phrases.interruption && interruption - sign >= phrases.interruptionAhead
        ? 'interruption'
        : undefined;
    },
    soundsLikeInterruption(text) {
      const { sign, interruption } = distances(text);
      return interruption <= sounds.most && sign - interruption >= sounds.ahead;
    },
  };
}
