import type { OverlapCalibration } from '../language/calibration.ts';
import type { LikelyPhrase } from '../line/speech.ts';
import { soundOf, unlikeness } from '../text/sounds-like.ts';
import { plainWords } from '../text/words.ts';
import type { OverlapVocabulary } from './overlap-vocabulary.ts';

export interface OverlapPhrases {
  /** What is tried where words over a reply are badly understood. */
  readonly all: readonly string[];
  /** Which of the two `text` was, by the phrases that it may have been; undefined where that is open. */
  kindOf(text: string, likely: readonly LikelyPhrase[]): 'sign' | 'interruption' | undefined;
  /** Natural logarithms of the likeliest phrase of each kind, and whether the text is an interruption to the letter. */
  weigh(text: string, likely: readonly LikelyPhrase[]): WeighedPhrases;
  /**
   * Whether words that were not understood sound like an interruption of a language that the recogniser does not know,
   * which it writes down by ear: "Fear say bowl yay." for "phir se boliye". For a language that it knows, trying the
   * phrases is more accurate.
   */
  soundsLikeInterruption(text: string): boolean;
  /** How far the sound of a text is from each kind, 0 to about 1; 1 where it is too short to tell. */
  distances(text: string): { readonly sign: number; readonly interruption: number };
}

export interface WeighedPhrases {
  readonly sign: number;
  readonly interruption: number;
  readonly exact: boolean;
}

const plain = (text: string): string => plainWords(text).join(' ');

/** Shorter ones sound like too much else. */
const LEAST_SOUNDS = { heard: 5, phrase: 4 } as const;

/** `known`: languages that the recogniser knows. */
export function createOverlapPhrases(
  { signs, interruptions }: OverlapVocabulary,
  { phrases, sounds }: Pick<OverlapCalibration, 'phrases' | 'sounds'>,
  known: readonly string[],
): OverlapPhrases {
  const isSign: ReadonlySet<string> = new Set(signs);
  const allInterruptions = [...interruptions.values()].flat();
  /** One word, also said twice, is too often what something else was taken for: "mm-hmm, mm-hmm" becomes "No, no, no." */
  const interruptionsOfWords: ReadonlySet<string> = new Set(
    allInterruptions.map(plain).filter((text) => new Set(text.split(' ')).size > 1),
  );
  const soundsOfSigns = signs.map(soundOf);
  const soundsByEar = [...interruptions].flatMap(([code, texts]) => (known.includes(code) ? [] : texts.map(soundOf)));
  function weigh(text: string, likely: readonly LikelyPhrase[]): WeighedPhrases {
    const heard = plain(text);
    // The speech continues after such a phrase, so the phrase alone does not match it.
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
