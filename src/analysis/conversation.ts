import { looseStem } from '../../media/text/stem.ts';
import { placedWords, type Span, type Word } from '../../media/text/words.ts';
import type { Speaker, Transcript } from '../transcripts/transcript.ts';
import { type CueHit, contentStems, cuesIn, isQuestion, sentencesIn } from './words.ts';

export interface Sentence extends Span {
  readonly text: string;
  readonly isQuestion: boolean;
  /** Stems of the content words. */
  readonly stems: readonly string[];
  /** Stems of all words. */
  readonly allStems: readonly string[];
  readonly cues: readonly CueHit[];
}

/** A turn with its words, sentences and cues parsed. */
export interface ReadTurn {
  readonly index: number;
  readonly speaker: Speaker;
  readonly text: string;
  /** Milliseconds since the start of the conversation. */
  readonly startMs: number;
  readonly endMs: number;
  /** Whether the other side interrupted; `text` is then the part that was played. */
  readonly isCutOff: boolean;
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
  readonly cues: readonly CueHit[];
  /** Last question in the other side's preceding turn, if it asked one. */
  readonly question: Sentence | undefined;
}

/**
 * Returns whether a turn's content may be the customer's. With unknown speakers, only an answer to a question
 * qualifies, and never the greeting of an agent who answers for a company.
 */
export const mayBeCustomers = ({ speaker, question, cues }: ReadTurn): boolean =>
  speaker === 'customer' || (speaker !== 'agent' && question !== undefined && !cues.some(({ cue }) => cue === 'serve'));

const isOther = (a: Speaker, b: Speaker): boolean => a === 'unknown' || b === 'unknown' || a !== b;

/** Parses each turn once; all other rules work on the result. */
export function readConversation(transcript: Transcript): ReadTurn[] {
  const turns: ReadTurn[] = [];
  for (const [index, { speaker, text, startMs, endMs, heardMs }] of transcript.entries()) {
    const words = placedWords(text);
    const cues = cuesIn(words);
    const sentences = sentencesIn(text).map(({ start, end }): Sentence => {
      const within = text.slice(start, end);
      const inside = (span: Span): boolean => span.start >= start && span.end <= end;
      const own = words.filter(inside);
      const stems = { stems: contentStems(own), allStems: own.map(({ plain }) => looseStem(plain)) };
      return { start, end, text: within, isQuestion: isQuestion(within), ...stems, cues: cues.filter(inside) };
    });
    const before = turns.findLast((turn) => isOther(turn.speaker, speaker));
    const isNear = before !== undefined && index - before.index <= 2;
    const question = isNear ? before.sentences.findLast((sentence) => sentence.isQuestion) : undefined;
    const isCutOff = heardMs !== undefined;
    turns.push({ index, speaker, text, startMs, endMs, isCutOff, words, sentences, cues, question });
  }
  return turns;
}
