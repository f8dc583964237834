import OpenAI from 'openai';
import { cappedBody, readStart } from './body-limits.ts';

export interface ChatServer {
  /** Base URL of an OpenAI-compatible server, including its version. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

/**
 * Why a completion is missing. The messages of the client's errors are dropped, because they may repeat the request.
 */
export type ChatFailure = 'llm_timeout' | 'llm_refused' | 'llm_rate_limited' | 'llm_unsupported' | 'llm_error';

/** An error response of a server. */
export interface Refusal {
  readonly status: number;
  /** The server's own words, up to 300 characters; empty if it gave none. May repeat the request or the key. */
  readonly sentence: string;
}

/** Returns a client without retries, logging or settings from the environment. `timeoutMs` limits every request. */
export const openChatClient = ({ baseUrl, apiKey }: ChatServer, timeoutMs: number): OpenAI =>
  new OpenAI({
    baseURL: baseUrl,
    // The client requires a key even if a local server needs none.
    apiKey: apiKey || 'none',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    // A caller's words go to the configured server only.
    fetchOptions: { redirect: 'error' },
    fetch: fetchBounded,
  });

/** Limits the response, and brings the error bodies of all server families into the form that the client reads. */
async function fetchBounded(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const { status, headers, body } = response;
  if (response.ok) return body === null ? response : new Response(cappedBody(body), { status, headers });
  const sentence = sentenceIn(body === null ? '' : await readStart(body));
  const plain = new Headers(headers);
  plain.delete('content-encoding');
  plain.delete('content-length');
  return new Response(JSON.stringify({ error: { message: sentence } }), { status, headers: plain });
}

const maxSentenceChars = 300;

/** Finds the message in `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}` or plain text. */
function sentenceIn(text: string): string {
  let value: unknown = text;
  try {
    value = JSON.parse(text);
  } catch {
    // The server wrote plain text or HTML.
  }
  const message = messageIn(value)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return message.slice(0, maxSentenceChars);
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return messageIn(value[0]);
  if (typeof value !== 'object' || value === null) return '';
  const { error, message, detail, msg } = value as Record<string, unknown>;
  return messageIn(error ?? message ?? detail ?? msg);
}

/** Returns the server's answer if the error is one. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof OpenAI.APIError) || typeof error.status !== 'number') return undefined;
  const { message } = (error.error ?? {}) as { readonly message?: unknown };
  return { status: error.status, sentence: typeof message === 'string' ? message : '' };
}

/**
 * Maps an error of the client or its stream to a failure. `llm_unsupported`: the server rejects a parameter of the
 * request.
 */
export function chatFailureOf(error: unknown): ChatFailure {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return 'llm_timeout';
  if (!(error instanceof OpenAI.APIError)) return 'llm_error';
  if (error.status === 401 || error.status === 403) return 'llm_refused';
  if (error.status === 429) return 'llm_rate_limited';
  return error.status === 400 || error.status === 422 ? 'llm_unsupported' : 'llm_error';
}

const defaultRetryMs = 250;

/** Returns how long to wait before one more attempt; undefined if another attempt is useless. */
export function retryDelayMs(error: unknown, wallNowMs: number): number | undefined {
  if (!(error instanceof OpenAI.APIError) || typeof error.status !== 'number') return undefined;
  if (error.status !== 429 && error.status !== 408 && error.status < 500) return undefined;
  const named = error.headers?.get('retry-after')?.trim() ?? '';
  if (named === '') return defaultRetryMs;
  const ms = /^\d+(?:\.\d+)?$/.test(named) ? Number(named) * 1000 : Date.parse(named) - wallNowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : defaultRetryMs;
}
