import { isDeepStrictEqual } from 'node:util';
import type { AgentRequest } from '../../line/agent.ts';
import { done, type Exchange, type ModelNotes, type ToolCall } from './notes.ts';
import { alreadyWritten, withInputSaid } from './prompt.ts';
import { argumentValue, type WrittenCall } from './tool-call-parts.ts';
import { type ReadCall, wireName } from './tools.ts';

/** Position in the history of the reply to this request. */
const replyAt = (request: AgentRequest): number =>
  request.history.length + (request.input.kind === 'said' && !alreadyWritten(request) ? 1 : 0);

/**
 * Returns the round of these calls. Those that cannot be carried out, or need no result, have theirs. `by`: the model
 * that made them, and what it wants back with them.
 */
export function exchangeOf(
  request: AgentRequest,
  text: string,
  calls: readonly ReadCall[],
  by: Pick<Exchange, 'model' | 'proof'> = {},
): Exchange {
  const results = calls.flatMap(({ call, outcome, reportsLater }) => {
    if ('refusal' in outcome) return [[call.id, `Failed: ${outcome.refusal}`]];
    if ('answer' in outcome) return [[call.id, outcome.answer]];
    return reportsLater ? [] : [[call.id, done]];
  });
  return {
    turn: request.turn,
    ...by,
    at: replyAt(request),
    said: text,
    calls: calls.map(({ call }) => call),
    results: Object.fromEntries(results),
  };
}

/**
 * Gives the latest round of a reply its words: all that was said if the reply ends with calls, since their results are
 * to be the last that the model reads.
 */
export function withWords(notes: ModelNotes, turn: number, text: string, endsWithCalls: boolean): ModelNotes {
  const last = notes.exchanges.at(-1);
  if (last?.turn !== turn || (last.said !== '' && !endsWithCalls)) return notes;
  return { exchanges: notes.exchanges.with(-1, { ...last, said: text }) };
}

/** Returns the request of a later completion of the same reply: what it has said so far is in the history. */
export const afterSaid = (request: AgentRequest, notes: ModelNotes, text: string): AgentRequest =>
  notes.exchanges.at(-1)?.turn === request.turn ? withInputSaid(request, text) : request;

/** Counts the rounds of tools since the caller's latest words. */
export const roundsSinceCaller = (request: AgentRequest, notes: ModelNotes): number =>
  sinceCaller(request, notes).length;

function sinceCaller(request: AgentRequest, { exchanges }: ModelNotes): readonly Exchange[] {
  const { input, history } = request;
  const isNew = (input.kind === 'said' && !alreadyWritten(request)) || input.kind === 'dtmf';
  const callerAt = isNew ? history.length : history.findLastIndex(({ speaker }) => speaker === 'caller');
  return exchanges.filter(({ at }) => at > callerAt);
}

/**
 * Returns a call that repeats one that is still running, or whose result has come since the caller's latest words, with
 * its answer; undefined if it repeats none. It is not carried out again: models forget what they have, and a write would
 * be done twice.
 */
export function repeated(request: AgentRequest, notes: ModelNotes, call: ToolCall): ReadCall | undefined {
  if (!request.plan.tools.some(({ name }) => wireName(name) === call.name)) return undefined;
  const value = argumentValue(call.arguments);
  const recent = sinceCaller(request, notes);
  for (const exchange of notes.exchanges) {
    const same = exchange.calls.find(
      (each) => each.name === call.name && isDeepStrictEqual(argumentValue(each.arguments), value),
    );
    if (same === undefined) continue;
    const result = exchange.results[same.id];
    if (result === undefined) return { call, outcome: { answer: waitForIt }, reportsLater: false };
    if (!recent.includes(exchange) || /^(?:Failed|Not carried out):/.test(result)) continue;
    return { call, outcome: { answer: `${result}\n${tellIt}` }, reportsLater: false };
  }
  return undefined;
}

const waitForIt = 'This is running already, and is not begun again. Tell the caller in words that it takes a moment.';
const tellIt = 'This was done before, and is not done again. Tell the caller in words now.';

/** Gives each call an id that is unique in the notes. Strict servers accept nine letters and digits only. */
export function identified(notes: ModelNotes, turn: number, calls: readonly WrittenCall[]): readonly ToolCall[] {
  const used = new Set(notes.exchanges.flatMap((exchange) => exchange.calls.map(({ id }) => id)));
  return calls.map((call) => {
    const next = (turn * 1000 + used.size).toString(36).padStart(8, '0');
    const id = call.id === '' || used.has(call.id) ? `c${next}` : call.id;
    used.add(id);
    return { ...call, id };
  });
}
