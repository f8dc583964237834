import { z } from 'zod';
import { listMarks, wordList, wordPatterns } from './lists.ts';

const share = z.number().min(0).max(1);
const logProbability = z.number().max(0);

/** Confidence thresholds for words over a reply, from 0 to 1. */
const confidence = z.strictObject({
  /** Minimum mean confidence of the words other than fillers. */
  clear: share,
  clearCommand: share,
  clearQuestion: share,
  /** While the caller is still speaking, since a word may be the beginning of another. */
  clearSoFar: share,
  clearSureSoFar: share,
  /** Mean from which one or two words are trusted, even if one is weak or very short. */
  veryClear: share,
  /** Words of even confidence: a single one needs `alone`; several need `weakest` each and `mean` on average. */
  even: z.strictObject({ alone: share, weakest: share, mean: share }),
  /** A phrase repeated on its own is a backchannel unless its weakest word reaches this. */
  again: z.strictObject({ calls: share, others: share }),
  /** Minimum mean of a sentence, in which single words may be wrong. */
  sentence: share,
  /** Minimum mean of spelled letters. */
  letters: share,
  /** Words above this are never reinterpreted as a similar-sounding backchannel. */
  againstSign: share,
});

/** Thresholds for classifying low-confidence speech by tried phrases, in natural-log probabilities. */
const phrases = z.strictObject({
  sign: logProbability,
  signAhead: z.number().min(0),
  interruption: logProbability,
  interruptionAhead: z.number().min(0),
});

/** What the recogniser writes for a hum or for a phrase in a language it does not support. Lower case. */
const misheard = z.strictObject({
  /** Phrases that stand for backchannels. */
  phrases: wordList.exactOptional(),
  /** Words that stand for backchannels. */
  words: wordList.exactOptional(),
  /** Words that stand for hums on their own, but count as words among others. */
  hums: wordList.exactOptional(),
  /** Words that stand for the first half of a backchannel. */
  halves: wordList.exactOptional(),
  /** Patterns of whole words that stand for backchannels. */
  wordPatterns: wordPatterns.exactOptional(),
  /** Patterns of text endings that stand for backchannels. */
  endings: wordPatterns.exactOptional(),
});

/**
 * A logistic regression over the features of final words (`media/turn/overlap-features.ts`), which replaces the
 * thresholds of `confidence` and `phrases`: `npm run bench -- interrupt --fit --write`.
 */
const fitted = z.strictObject({
  ...listMarks,
  bias: z.number(),
  weights: z.record(z.string(), z.number()),
  /** Probability from which words are an interruption. */
  threshold: share,
});

export const calibration = z.strictObject({
  ...listMarks,
  /** Speech over a reply. */
  overlap: z.strictObject({
    /** Passed to the recogniser as preceding text. */
    prompt: z.string().min(1).exactOptional(),
    confidence,
    phrases,
    /** Maximum phonetic distance of a text to a phrase, from 0 to 1, and its minimum lead over the other kind. */
    sounds: z.strictObject({ most: share, ahead: share }),
    misheard: misheard.exactOptional(),
    fitted: fitted.exactOptional(),
  }),
});

/** Measurements of one recogniser. Plain data, since it is passed to threads. */
export type RecogniserCalibration = Readonly<z.infer<typeof calibration>>;

export type OverlapCalibration = RecogniserCalibration['overlap'];
