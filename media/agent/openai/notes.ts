import * as z from 'zod';

const call = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

const schema = z.object({
  /** Rounds of tool calls, oldest first, each with where in the history it was made and what was said with it. */
  exchanges: z
    .array(
      z.object({ at: z.number(), said: z.string(), calls: z.array(call), results: z.record(z.string(), z.string()) }),
    )
    .default([]),
});

export type ModelNotes = z.output<typeof schema>;
export type Exchange = ModelNotes['exchanges'][number];
export type ToolCall = z.output<typeof call>;

/** Older rounds are left out of the prompt. */
const maxExchanges = 8;
const maxResultChars = 2000;

/** Parses stored notes; returns empty notes for anything else. */
export function modelNotesOf(memory: unknown): ModelNotes {
  const parsed = schema.safeParse(memory ?? {});
  return parsed.success ? parsed.data : { exchanges: [] };
}

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
