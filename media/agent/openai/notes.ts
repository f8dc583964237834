export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One round of tool calls. */
export interface Exchange {
  /** Position in the history. */
  readonly at: number;
  /** Text spoken with the calls. */
  readonly said: string;
  readonly calls: readonly ToolCall[];
  /** Key: tool call id. */
  readonly results: Readonly<Record<string, string>>;
}

/** State that the model-based agent keeps between two replies of a call. Plain JSON, passed in with each request. */
export interface ModelNotes {
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** Older rounds are left out of the prompt. */
const maxExchanges = 8;
const maxResultChars = 2000;

/** Returns the notes of the previous reply, or empty notes if `memory` has another form. */
export function modelNotesOf(memory: unknown): ModelNotes {
  const { exchanges } = (memory ?? {}) as Partial<ModelNotes>;
  return Array.isArray(exchanges) && exchanges.every(isExchange) ? { exchanges } : { exchanges: [] };
}

const isExchange = (value: Partial<Exchange> | null): boolean =>
  Array.isArray(value?.calls) && typeof value.results === 'object' && typeof value.at === 'number';

export const withExchange = (notes: ModelNotes, round: Omit<Exchange, 'results'>): ModelNotes => ({
  exchanges: [...notes.exchanges, { ...round, results: {} }].slice(-maxExchanges),
});

/** Adds a result to the oldest open call with that name. */
export function withResult(notes: ModelNotes, name: string, result: string): ModelNotes {
  const index = notes.exchanges.findIndex((exchange) => openCall(exchange, name) !== undefined);
  const exchange = notes.exchanges[index];
  const open = exchange === undefined ? undefined : openCall(exchange, name);
  if (exchange === undefined || open === undefined) return notes;
  const answered = { ...exchange, results: { ...exchange.results, [open.id]: result.slice(0, maxResultChars) } };
  return { exchanges: notes.exchanges.with(index, answered) };
}

const openCall = (exchange: Exchange, name: string): ToolCall | undefined =>
  exchange.calls.find((each) => each.name === name && exchange.results[each.id] === undefined);

/** Returns whether the latest round has calls without a result. */
export function waiting(notes: ModelNotes): boolean {
  const last = notes.exchanges.at(-1);
  return last?.calls.some((each) => last.results[each.id] === undefined) ?? false;
}
