import { z } from 'zod';
import { listMarks, wordList, wordPatterns } from './lists.ts';

const share = z.number().min(0).max(1);
const logProbability = z.number().max(0);

/** Confidences from which words over a reply are trusted, 0 to 1. */
const confidence = z.strictObject({
  /** Mean of the words that say something. */
  clear: share,
  clearCommand: share,
  clearQuestion: share,
  /** While the caller still speaks, when a word may be the beginning of another. */
  clearSoFar: share,
  clearSureSoFar: share,
  /** One or two words of this mean are trusted though one of them is weak, and one that took no time to say. */
  veryClear: share,
  /** Words that are all believed this much: a single one by `alone`, more by `weakest` where their mean is `mean`. */
  even: z.strictObject({ alone: share, weakest: share, mean: share }),
  /** A phrase that is repeated, alone, is a backchannel unless its weakest word has this. */
  again: z.strictObject({ calls: share, others: share }),
  /** Mean of a sentence, of which single words may be lost. */
  sentence: share,
  /** Mean of letters that were read out. */
  letters: share,
  /** Words above this are not taken for a backchannel that sounds alike. */
  againstSign: share,
});

/** Which kind of phrase badly understood speech was, by natural logarithms of probabilities. */
const phrases = z.strictObject({
  sign: logProbability,
  signAhead: z.number().min(0),
  interruption: logProbability,
  interruptionAhead: z.number().min(0),
});

/** What the recogniser writes for a hum, or for a phrase of a language that it does not know. Lower case. */
const misheard = z.strictObject({
  /** Phrases that were backchannels. */
  phrases: wordList.exactOptional(),
  /** Words that were backchannels. */
  words: wordList.exactOptional(),
  /** Words that were hums where they stand alone, and count among others. */
  hums: wordList.exactOptional(),
  /** Words that were the first half of a backchannel. */
  halves: wordList.exactOptional(),
  /** Patterns of whole words that were backchannels. */
  wordPatterns: wordPatterns.exactOptional(),
  /** Patterns of the end of a text that was a backchannel. */
  endings: wordPatterns.exactOptional(),
});

/**
 * A logistic regression over the features of final words (`media/turn/overlap-features.ts`), in place of the gates of
 * `confidence` and `phrases`: `npm run bench:interrupt -- --fit --write`.
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
    /** Given to the recogniser as what was said before. */
    prompt: z.string().min(1).exactOptional(),
    confidence,
    phrases,
    /** How far a text may be from a phrase in sound, 0 to 1, and how much nearer than to any other kind. */
    sounds: z.strictObject({ most: share, ahead: share }),
    misheard: misheard.exactOptional(),
    fitted: fitted.exactOptional(),
  }),
});

/** What was measured of one recogniser. Plain data: it is passed to threads. */
export type RecogniserCalibration = Readonly<z.infer<typeof calibration>>;

export type OverlapCalibration = RecogniserCalibration['overlap'];
