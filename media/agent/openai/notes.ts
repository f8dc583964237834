export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A round of tool calls. */
export interface Exchange {
  /** Where in the history it was made. */
  readonly at: number;
  /** What was said with it. */
  readonly said: string;
  readonly calls: readonly ToolCall[];
  /** By the identifier of a call. */
  readonly results: Readonly<Record<string, string>>;
}

/** What the model's brain keeps of a call between two replies. Plain JSON, which the call hands in with each request. */
export interface ModelNotes {
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** Older rounds are left out of the prompt. */
const maxExchanges = 8;
const maxResultChars = 2000;

/** The notes of the reply before, where this is their form; else notes of a call that begins. */
export function modelNotesOf(memory: unknown): ModelNotes {
  const { exchanges } = (memory ?? {}) as Partial<ModelNotes>;
  return Array.isArray(exchanges) && exchanges.every(isExchange) ? { exchanges } : { exchanges: [] };
}

const isExchange = (value: Partial<Exchange> | null): boolean =>
  Array.isArray(value?.calls) && typeof value.results === 'object' && typeof value.at === 'number';

export const withExchange = (notes: ModelNotes, round: Omit<Exchange, 'results'>): ModelNotes => ({
  exchanges: [...notes.exchanges, { ...round, results: {} }].slice(-maxExchanges),
});

/** Files a result under the oldest open call of that name. */
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

/** Whether the latest round still waits for results. */
export function waiting(notes: ModelNotes): boolean {
  const last = notes.exchanges.at(-1);
  return last?.calls.some((each) => last.results[each.id] === undefined) ?? false;
}
