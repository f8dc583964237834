import type { Word } from '../../line/speech.ts';
import { endsInAbbreviation } from '../../text/sentences.ts';

/** A sentence of a recording, or the nearest equivalent; milliseconds from the recording's beginning. */
export interface TranscriptSentence {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  /** Its words in order; their times also count from the beginning of the recording. */
  readonly words: readonly Word[];
}

const sentenceEnd = /[.?!…]["')\]]?$/;
/** A speaker who pauses this long has finished, whatever the recogniser returned. */
const gapMs = 1200;
const mostWords = 40;

/** Groups the words of one piece into sentences. Word times count from the piece's first sample. */
export function sentencesOf(words: readonly Word[], startMs: number): TranscriptSentence[] {
  const sentences: TranscriptSentence[] = [];
  let open: Word[] = [];
  const close = (): void => {
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined) return;
    const text = open.map((word) => word.text).join(' ');
    sentences.push({
      startMs: Math.round(startMs + first.startMs),
      endMs: Math.round(startMs + Math.max(last.endMs, first.startMs)),
      text,
      words: open.map((word) => ({
        ...word,
        startMs: Math.round(startMs + word.startMs),
        endMs: Math.round(startMs + Math.max(word.endMs, word.startMs)),
      })),
    });
    open = [];
  };
  for (const word of words) {
    const last = open.at(-1);
    if (last !== undefined && (word.startMs - last.endMs >= gapMs || open.length >= mostWords)) close();
    open.push(word);
    if (sentenceEnd.test(word.text) && !endsInAbbreviation(word.text)) close();
  }
  close();
  return sentences;
}
