import type { AgentRequest, HeardLine } from '../../line/agent.ts';
import type { Notes } from './notes.ts';
import { wordsOf } from './spoken.ts';

/**
 * Returns whether the caller heard the last reply's question to its end. A question that was not heard cannot have been
 * answered. `history` may or may not already contain the caller's current words.
 */
export function heardQuestion({ reply, question }: Notes, { history, input }: AgentRequest): boolean {
  // Without history it is unknown what the caller heard, so the question counts as heard.
  if (!history.some((line) => line.speaker === 'agent' || input.kind !== 'said' || line.text !== input.text))
    return true;
  if (question === '' || !reply.includes(question)) return true;
  const run = lastAgentRun(history);
  const heard = run.flatMap((line) => wordsOf(line.text));
  if (!holds(heard, wordsOf(reply).slice(0, 2))) return false;
  return !run.some((line) => line.interrupted === true) || holds(heard, wordsOf(question).slice(-3));
}

function lastAgentRun(history: readonly HeardLine[]): readonly HeardLine[] {
  const end = history.findLastIndex((line) => line.speaker === 'agent') + 1;
  const start = history.slice(0, end).findLastIndex((line) => line.speaker === 'caller') + 1;
  return history.slice(start, end);
}

const holds = (words: readonly string[], wanted: readonly string[]): boolean =>
  ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
