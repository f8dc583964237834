import type { TranscriptLine } from '../../ports.ts';
import type { EndedTurn } from './recognition-events.ts';

/** Returns a caller's turn as a transcript line. */
export function callerLine(turn: number, { utterance, onsetMs, audioMs, endMs }: EndedTurn): TranscriptLine {
  return {
    turn,
    speaker: 'customer',
    text: utterance.text,
    startMs: Math.round(onsetMs),
    endMs: Math.round(endMs),
    words: utterance.words.map((word) => ({
      text: word.text,
      startMs: Math.round(audioMs + word.startMs),
      endMs: Math.round(audioMs + word.endMs),
      confidence: word.confidence,
    })),
  };
}
