import type { Utterance, Word } from '../line/speech.ts';

/** The decode of one piece of an utterance, with the start of the piece. */
export interface Piece {
  readonly utterance: Utterance;
  readonly startMs: number;
}

/** Joins consecutive pieces to one utterance. Times are relative to the first sample of the first piece. */
export function joined(pieces: readonly Piece[], languageCode: string): Utterance {
  const [first, ...more] = pieces;
  if (first !== undefined && more.length === 0 && first.startMs === 0) return first.utterance;
  const words = pieces.flatMap(({ utterance, startMs }) => utterance.words.map((word) => shifted(word, startMs)));
  return {
    text: pieces
      .map(({ utterance }) => utterance.text)
      .filter((text) => text !== '')
      .join(' '),
    words,
    confidence: words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length),
    languageCode: pieces.at(-1)?.utterance.languageCode ?? languageCode,
    decodeMs: pieces.reduce((sum, { utterance }) => sum + utterance.decodeMs, 0),
  };
}

const shifted = (word: Word, byMs: number): Word => ({
  ...word,
  startMs: word.startMs + byMs,
  endMs: word.endMs + byMs,
});
