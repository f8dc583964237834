import type { Cue } from '../../media/language/analysis.ts';
import { analysisWords, compiled } from '../../media/language/analysis-words.ts';
import { patternOf } from '../../media/language/match.ts';
import type { ReadTurn, Sentence } from './conversation.ts';
import type { Evidence } from './types.ts';

const conditional = patternOf(({ analysis }) => analysis?.resolution.conditional);

const { denial, done, request, undone } = compiled(analysisWords.resolution);

/** A report counts as the result of a conversation only in its second half or within this many turns of its end. */
const late = 10;
const isLate = (turn: ReadTurn, turns: readonly ReadTurn[]): boolean =>
  turns.length - turn.index <= Math.max(late, turns.length / 2);

const has = (turn: ReadTurn, cue: Cue): boolean => turn.cues.some((hit) => hit.cue === cue);

interface Result {
  readonly turn: ReadTurn;
  readonly sentence: Sentence;
  readonly isDone: boolean;
}

/** Returns the agent's reports of success or failure, in order. */
function resultsIn(turns: readonly ReadTurn[]): Result[] {
  return turns.flatMap((turn) => {
    if (turn.speaker === 'customer') return [];
    return turn.sentences.flatMap((sentence): Result[] => {
      if (sentence.isQuestion) return [];
      if (undone.test(sentence.text)) return [{ turn, sentence, isDone: false }];
      const isDone = done.test(sentence.text) || sentence.cues.some(({ cue }) => cue === 'complete');
      return isDone && !conditional.test(sentence.text) ? [{ turn, sentence, isDone: true }] : [];
    });
  });
}

const spanOf = ({ turn, sentence }: Result): Evidence => ({
  turn: turn.index,
  start: sentence.start,
  end: sentence.end,
});
const wholeOf = ({ index, text }: ReadTurn): Evidence => ({ turn: index, start: 0, end: text.length });

/**
 * Returns the customer's turn that accepts the result (thanks, agreement or goodbye), unless the customer reports a
 * problem or a denial.
 */
function isTaken(after: readonly ReadTurn[]): ReadTurn | undefined {
  const theirs = after.filter(({ speaker }) => speaker !== 'agent');
  if (theirs.some((turn) => has(turn, 'problem') || denial.test(turn.text))) return undefined;
  return theirs.find((turn) => has(turn, 'thanks') || has(turn, 'closing') || has(turn, 'affirm'));
}

/**
 * Returns evidence that the customer's request was fulfilled or their question answered, if the words show it. The
 * agent's last report counts.
 */
export function resolutionIn(turns: readonly ReadTurn[]): { evidence: Evidence[]; confidence: number } | undefined {
  const results = resultsIn(turns);
  const last = results.at(-1);
  const requestAt = turns.findIndex((turn) => turn.speaker !== 'agent' && request.test(turn.text));
  if (last?.isDone === true) {
    if (requestAt < 0 || requestAt > last.turn.index || !isLate(last.turn, turns)) return undefined;
    const reply = isTaken(turns.slice(last.turn.index + 1));
    if (reply !== undefined) return { evidence: [spanOf(last), wholeOf(reply)], confidence: 0.75 };
    const isRejected = turns
      .slice(last.turn.index + 1)
      .some((turn) => turn.speaker !== 'agent' && (has(turn, 'problem') || denial.test(turn.text)));
    return isRejected ? undefined : { evidence: [spanOf(last)], confidence: 0.55 };
  }
  return last === undefined ? answered(turns) : undefined;
}

/** Finds a request that the agent answered with a statement and that the customer gave thanks for at the end. */
function answered(turns: readonly ReadTurn[]): { evidence: Evidence[]; confidence: number } | undefined {
  const isService = turns.some(
    (turn) => turn.speaker !== 'customer' && turn.index < 4 && turn.cues.some(({ cue }) => cue === 'serve'),
  );
  if (!isService) return undefined;
  const wanted = turns.find((turn) => turn.speaker !== 'agent' && turn.words.length >= 4 && request.test(turn.text));
  const thanks = turns.findLast((turn) => turn.speaker !== 'agent' && has(turn, 'thanks'));
  if (wanted === undefined || thanks === undefined || thanks.index < turns.length - 5) return undefined;
  const answer = turns.findLast(
    (turn) =>
      turn.speaker !== 'customer' &&
      turn.index > wanted.index &&
      turn.index < thanks.index &&
      turn.sentences.some(({ isQuestion, stems }) => !isQuestion && stems.length >= 3),
  );
  if (answer === undefined || has(answer, 'cannot')) return undefined;
  return isTaken(turns.slice(answer.index + 1)) === undefined
    ? undefined
    : { evidence: [wholeOf(wanted), wholeOf(answer), wholeOf(thanks)], confidence: 0.55 };
}

/** Returns the agent's last report if it is late in the conversation and says that something could not be done. */
export function failureIn(turns: readonly ReadTurn[]): Evidence | undefined {
  const last = resultsIn(turns).at(-1);
  return last === undefined || last.isDone || !isLate(last.turn, turns) ? undefined : spanOf(last);
}
