import { placedWords, type Span, type Word } from '../../media/text/words.ts';
import type { Speaker, Transcript } from '../transcripts/transcript.ts';
import { type CueHit, contentStems, cuesIn, isQuestion, sentencesIn } from './words.ts';

export interface Sentence extends Span {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly stems: readonly string[];
  readonly cues: readonly CueHit[];
}

/** A turn as the analysis reads it. */
export interface ReadTurn {
  readonly index: number;
  readonly speaker: Speaker;
  readonly text: string;
  /** Milliseconds from the start of the conversation. */
  readonly startMs: number;
  readonly endMs: number;
  /** The other side cut it off: `text` is what was heard. */
  readonly isCutOff: boolean;
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
  readonly cues: readonly CueHit[];
  /** The last turn of the other side before it, when that asked something: its last question. */
  readonly question: Sentence | undefined;
}

/**
 * Whether what a turn says may be the customer's: where nobody knows who speaks, only an answer to a question may be, and
 * nothing that an agent says in answering for a company.
 */
export const mayBeCustomers = ({ speaker, question, cues }: ReadTurn): boolean =>
  speaker === 'customer' || (speaker !== 'agent' && question !== undefined && !cues.some(({ cue }) => cue === 'serve'));

const isOther = (a: Speaker, b: Speaker): boolean => a === 'unknown' || b === 'unknown' || a !== b;

/** Reads each turn once; everything else works on what is found here. */
export function readConversation(transcript: Transcript): ReadTurn[] {
  const turns: ReadTurn[] = [];
  for (const [index, { speaker, text, startMs, endMs, heardMs }] of transcript.entries()) {
    const words = placedWords(text);
    const cues = cuesIn(words);
    const sentences = sentencesIn(text).map(({ start, end }): Sentence => {
      const within = text.slice(start, end);
      const inside = (span: Span): boolean => span.start >= start && span.end <= end;
      const stems = contentStems(words.filter(inside));
      return { start, end, text: within, isQuestion: isQuestion(within), stems, cues: cues.filter(inside) };
    });
    const before = turns.findLast((turn) => isOther(turn.speaker, speaker));
    const isNear = before !== undefined && index - before.index <= 2;
    const question = isNear ? before.sentences.findLast((sentence) => sentence.isQuestion) : undefined;
    const isCutOff = heardMs !== undefined;
    turns.push({ index, speaker, text, startMs, endMs, isCutOff, words, sentences, cues, question });
  }
  return turns;
}
