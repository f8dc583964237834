import type OpenAI from 'openai';
import { Stream } from 'openai/core/streaming';
import { type CallProof, proofIn } from './call-proof.ts';

/** A fragment of a tool call, in any of the forms that servers send. It may have further fields. */
export interface CallDelta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

export type ChatPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly delta: CallDelta }
  /** Reasoning that is sent apart from the reply, and what else belongs to its calls. */
  | { readonly type: 'proof'; readonly proof: CallProof }
  /** Why the server stopped: `stop`, `tool_calls`, `length`, `content_filter` or a word of its own. */
  | { readonly type: 'finish'; readonly reason: string }
  /** Sent last, by servers that count. Some send it several times; the latest counts. */
  | { readonly type: 'usage'; readonly promptTokens: number; readonly completionTokens: number };

interface Choice {
  readonly delta?: Message | null;
  /** Sent by servers that ignore `stream`, and by some that stream. */
  readonly message?: Message | null;
  readonly finish_reason?: unknown;
  readonly usage?: unknown;
}

interface Message {
  readonly content?: unknown;
  readonly tool_calls?: unknown;
}

/**
 * Yields the pieces of a completion, streamed or not. Rejects when the stream breaks or reports an error. Ending the
 * iteration closes the connection.
 */
export async function* readPieces(
  response: Response,
  client: OpenAI,
  controller: AbortController,
): AsyncGenerator<ChatPiece> {
  if (/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
    yield* piecesOf(await response.json());
    return;
  }
  for await (const chunk of Stream.fromSSEResponse<unknown>(response, controller, client)) yield* piecesOf(chunk);
}

function* piecesOf(chunk: unknown): Generator<ChatPiece> {
  const { choices, usage } = (chunk ?? {}) as { readonly choices?: unknown; readonly usage?: unknown };
  const [choice] = Array.isArray(choices) ? (choices as readonly (Choice | null)[]) : [];
  // Kimi reports it with the choice.
  yield* usageIn(usage ?? choice?.usage);
  if (choice === undefined || choice === null) return;
  const message = choice.delta ?? choice.message;
  const proof = proofIn(message ?? {});
  if (proof !== undefined) yield { type: 'proof', proof };
  const text = textIn(message?.content);
  if (text !== '') yield { type: 'text', text };
  const calls = message?.tool_calls;
  for (const delta of Array.isArray(calls) ? calls : [])
    if (typeof delta === 'object' && delta !== null) yield { type: 'call', delta: delta as CallDelta };
  // Some servers send an empty reason with each piece.
  if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
    yield { type: 'finish', reason: choice.finish_reason };
}

function* usageIn(usage: unknown): Generator<ChatPiece> {
  if (typeof usage !== 'object' || usage === null) return;
  const { prompt_tokens: prompt, completion_tokens: completion } = usage as Record<string, unknown>;
  if (isCount(prompt) && isCount(completion))
    yield { type: 'usage', promptTokens: prompt, completionTokens: completion };
}

/** More tokens than any model reads for one reply: sums of a call stay exact. */
const mostTokens = 1_000_000_000;

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostTokens;

/** Reads text, or the text parts of a list. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('');
}
