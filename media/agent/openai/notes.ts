import type { CallProof } from '../../kit/chat/index.ts';

export interface ToolCall {
  /** Unique within the notes. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** What the server of the model wants back with the call. */
  readonly proof?: CallProof;
}

/** One round of tool calls. */
export interface Exchange {
  /** Turn of the reply that made the calls. */
  readonly turn: number;
  /** Position in the history. */
  readonly at: number;
  /** Text spoken with the calls, by the model and for it. */
  readonly said: string;
  readonly calls: readonly ToolCall[];
  /** Key: tool call id. */
  readonly results: Readonly<Record<string, string>>;
  /** Who made the calls. Only this model gets back what it sent with them. */
  readonly model?: string;
  /** What the server of the model wants back with the round. */
  readonly proof?: CallProof;
}

/** State that the model-based agent keeps between two replies of a call. Plain JSON, passed in with each request. */
export interface ModelNotes {
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** Older rounds are left out of the prompt. */
const maxExchanges = 8;
/** The longest result of a tool, with the mark that it was cut. */
const maxResultChars = 6100;

/** Returns the notes of the previous reply, or empty notes if `memory` has another form. */
export function modelNotesOf(memory: unknown): ModelNotes {
  const { exchanges } = (memory ?? {}) as Partial<ModelNotes>;
  return Array.isArray(exchanges) && exchanges.every(isExchange) ? { exchanges } : { exchanges: [] };
}

const isExchange = (value: Partial<Exchange> | null): boolean =>
  Array.isArray(value?.calls) && typeof value.results === 'object' && typeof value.at === 'number';

export const withExchange = (notes: ModelNotes, round: Exchange): ModelNotes => ({
  exchanges: [...notes.exchanges, round].slice(-maxExchanges),
});

export interface CallResult {
  /** Without an id, the oldest open call with that name. */
  readonly id: string | undefined;
  readonly name: string;
  readonly result: string;
  /** Length of the history when the result became known. */
  readonly at: number;
}

/** Adds a result. Returns the same notes if no open call is meant. */
export function withResult(notes: ModelNotes, { id, name, result, at }: CallResult): ModelNotes {
  const isMeant = (call: ToolCall): boolean => (id === undefined ? call.name === name : call.id === id);
  const openIn = ({ calls, results }: Exchange): ToolCall | undefined =>
    calls.find((call) => isMeant(call) && results[call.id] === undefined);
  const index = notes.exchanges.findIndex((exchange) => openIn(exchange) !== undefined);
  const exchange = notes.exchanges[index];
  const open = exchange === undefined ? undefined : openIn(exchange);
  if (exchange === undefined || open === undefined) return notes;
  const results = { ...exchange.results, [open.id]: result.slice(0, maxResultChars) };
  // The round follows what has been said since, because strict servers accept nothing behind the latest result.
  const moved = at > exchange.at + 1 ? { at, said: '' } : {};
  return { exchanges: notes.exchanges.with(index, { ...exchange, ...moved, results }) };
}

/** Result of a call that is carried out with the words of its reply. */
export const done = 'Done.';
const notCarriedOut = 'Not carried out: the reply ended before it began.';

/**
 * Closes the calls of a reply that ended before its actions, except those that had begun. Returns the same notes if it
 * made none.
 */
export function withoutCallsOf(notes: ModelNotes, turn: number | undefined, begun: readonly string[] = []): ModelNotes {
  if (!notes.exchanges.some((exchange) => exchange.turn === turn)) return notes;
  const resultOf = ({ results }: Exchange, id: string): string =>
    results[id] === undefined || results[id] === done ? notCarriedOut : results[id];
  const closed = (exchange: Exchange): Exchange => ({
    ...exchange,
    results: Object.fromEntries(
      exchange.calls
        .filter(({ id }) => !begun.includes(id) || exchange.results[id] !== undefined)
        .map(({ id }) => [id, resultOf(exchange, id)]),
    ),
  });
  return { exchanges: notes.exchanges.map((exchange) => (exchange.turn === turn ? closed(exchange) : exchange)) };
}

/** Returns whether the latest round has calls without a result. */
export function waiting(notes: ModelNotes): boolean {
  const last = notes.exchanges.at(-1);
  return last?.calls.some((each) => last.results[each.id] === undefined) ?? false;
}
