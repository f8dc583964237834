import type { UsedModels } from '../../media/ports.ts';

/** Who gave a reply, and the tokens that the servers reported for it. */
export interface ReplyUsage {
  /** Name of the connection or model; null for the embedded agent. */
  readonly answered_by: string | null;
  /** Why the first model did not reply, such as `llm_timeout`. */
  readonly failure: string | null;
  /** The words of its server, if it refused. */
  readonly refusal: string | null;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Requests whose tokens the server did not report. */
  readonly unreported_requests: number;
}

export function replyUsageOf({ brain, models, fallback, refusal }: Omit<UsedModels, 'discarded'>): ReplyUsage {
  const sum = (count: (model: UsedModels['models'][number]) => number): number =>
    models.reduce((total, model) => total + count(model), 0);
  return {
    answered_by: brain === 'embedded' ? null : (models.at(-1)?.name ?? null),
    failure: fallback ?? null,
    refusal: refusal ?? null,
    prompt_tokens: sum(({ promptTokens }) => promptTokens),
    completion_tokens: sum(({ completionTokens }) => completionTokens),
    unreported_requests: sum(({ requests, reported }) => requests - reported),
  };
}

export interface Tokens {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** Usage of a whole conversation. */
export interface UsageTotal extends Tokens {
  /** Tokens of replies that were prepared and never begun; the others are without them. */
  readonly discarded: Tokens;
  /** Requests whose tokens the server did not report. */
  readonly unreported_requests: number;
}

/** Adds up the usage of replies. */
export function usageTotalOf(replies: readonly (ReplyUsage & { readonly discarded: boolean })[]): UsageTotal {
  const total = (part: typeof replies): Tokens => ({
    prompt_tokens: part.reduce((sum, reply) => sum + reply.prompt_tokens, 0),
    completion_tokens: part.reduce((sum, reply) => sum + reply.completion_tokens, 0),
  });
  return {
    ...total(replies.filter(({ discarded }) => !discarded)),
    discarded: total(replies.filter(({ discarded }) => discarded)),
    unreported_requests: replies.reduce((sum, reply) => sum + reply.unreported_requests, 0),
  };
}

/** Returns the usage of a turn whose reply was continued after tools: the last reply answered. */
export function turnUsageOf(replies: readonly ReplyUsage[]): ReplyUsage | null {
  const last = replies.at(-1);
  if (last === undefined) return null;
  const failed = replies.find(({ failure }) => failure !== null);
  const sum = (key: 'prompt_tokens' | 'completion_tokens' | 'unreported_requests'): number =>
    replies.reduce((total, reply) => total + reply[key], 0);
  return {
    answered_by: last.answered_by,
    failure: failed?.failure ?? null,
    refusal: failed?.refusal ?? null,
    prompt_tokens: sum('prompt_tokens'),
    completion_tokens: sum('completion_tokens'),
    unreported_requests: sum('unreported_requests'),
  };
}
