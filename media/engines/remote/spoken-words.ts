import { MediaFault } from '../../line/fault.ts';
import type { SpokenWord } from '../../line/speech.ts';

/** Estimated speaking time per letter, used until the audio is complete. */
const msPerLetter = 68;

/** Returns the estimated speaking time of a text in ms. */
export const spokenMs = (text: string, pace = 1): number => (text.length * msPerLetter) / pace;

/**
 * Returns the estimated times of words in audio of this length. Servers do not report them, so the time is divided by
 * letters.
 */
export function wordsIn(text: string, lengthMs: number): readonly SpokenWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let at = 0;
  return words.map((word) => {
    const startMs = (at * lengthMs) / letters;
    at += word.length + 1;
    return { text: word, startMs, endMs: (at * lengthMs) / letters };
  });
}

/** Three times the rate of fast speech. */
const mostLettersPerSecond = 60;
const lettersOfAnyUtterance = 200;

/** Throws `speech_engine_failed` for a text that nobody can speak in this time: a recogniser in a loop repeats words. */
export function checkSpeakable(text: string, lengthMs: number, what: string): void {
  if (text.length <= lettersOfAnyUtterance + (lengthMs * mostLettersPerSecond) / 1000) return;
  const seconds = Math.round(lengthMs / 100) / 10;
  throw new MediaFault('speech_engine_failed', `${what} returned ${text.length} letters for ${seconds} s of speech`);
}
