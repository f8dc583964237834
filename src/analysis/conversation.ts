import { type Clause, clausesIn } from '../../media/reading/acts.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords, type Span, type Word } from '../../media/text/words.ts';
import { isAgents, type Speaker, type Transcript, withPerson } from '../transcripts/transcript.ts';
import { type CueHit, contentStems, cuesIn, isQuestion, sentencesIn } from './words.ts';

export interface Sentence extends Span {
  readonly text: string;
  readonly isQuestion: boolean;
  readonly words: readonly Word[];
  /** Stems of the content words. */
  readonly stems: readonly string[];
  readonly stemSet: ReadonlySet<string>;
  /** Stems of all words. */
  readonly allStems: ReadonlySet<string>;
  readonly cues: readonly CueHit[];
}

/** A turn with its words, sentences and cues parsed. */
export interface ReadTurn {
  readonly index: number;
  readonly speaker: Speaker;
  /** Whether the agent itself said this, and not a person in its place. */
  readonly isAgents: boolean;
  /** Whether this was said by or to a person in place of the agent. */
  readonly isWithPerson: boolean;
  readonly text: string;
  /** Milliseconds since the start of the conversation. */
  readonly startMs: number;
  readonly endMs: number;
  /** Whether the other side interrupted; `text` is then the part that was played. */
  readonly isCutOff: boolean;
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
  readonly cues: readonly CueHit[];
  /** What the turn does, clause by clause. */
  readonly clauses: readonly Clause[];
  /** What the other side said before. */
  readonly before: string | undefined;
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

/** Returns the spans, which are in order of their starts, that are inside a sentence. */
function within<S extends Span>(spans: readonly S[], { start, end }: Span): S[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as S).start < start) low = middle + 1;
    else high = middle;
  }
  const inside: S[] = [];
  for (let index = low; index < spans.length && (spans[index] as S).start < end; index += 1)
    if ((spans[index] as S).end <= end) inside.push(spans[index] as S);
  return inside;
}

/** Parses each turn once; all other rules work on the result. */
export function readConversation(transcript: Transcript): ReadTurn[] {
  const turns: ReadTurn[] = [];
  const isPersons = withPerson(transcript);
  for (const [index, turn] of transcript.entries()) {
    const { speaker, text, startMs, endMs, heardMs } = turn;
    const words = placedWords(text);
    const cues = cuesIn(words);
    const sentences = sentencesIn(text).map(({ start, end }): Sentence => {
      const statement = text.slice(start, end);
      const ownWords = within(words, { start, end });
      const stems = contentStems(ownWords);
      return {
        start,
        end,
        text: statement,
        isQuestion: isQuestion(statement),
        words: ownWords,
        stems,
        stemSet: new Set(stems),
        allStems: new Set(ownWords.map(({ plain }) => looseStem(plain))),
        cues: within(cues, { start, end }),
      };
    });
    const before = turns.slice(-2).findLast((earlier) => isOther(earlier.speaker, speaker));
    const question = before?.sentences.findLast((sentence) => sentence.isQuestion);
    const isCutOff = heardMs !== undefined;
    const who = { speaker, isAgents: isAgents(turn), isWithPerson: isPersons[index] === true };
    const clauses = clausesIn(text);
    turns.push({
      index,
      ...who,
      text,
      startMs,
      endMs,
      isCutOff,
      words,
      sentences,
      cues,
      clauses,
      before: before?.text,
      question,
    });
  }
  return turns;
}
