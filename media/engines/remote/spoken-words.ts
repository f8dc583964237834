import type { SpokenWord } from '../../line/speech.ts';

/** How long text takes to speak, until its audio is all there. */
const msPerLetter = 68;

/** Milliseconds that a text takes to speak; estimated from its length. */
export const spokenMs = (text: string, pace = 1): number => (text.length * msPerLetter) / pace;

/** Where the words of a text lie in audio of this length: servers do not say, so they share it by their letters. */
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
