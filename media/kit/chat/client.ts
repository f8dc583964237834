import OpenAI from 'openai';
import type { ChatServer } from '../../line/chat.ts';
import { cappedBody, readStart } from './body-limits.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

/**
 * Why a completion is missing. The messages of the client's errors are dropped, because they may repeat the request.
 */
export type ChatFailure = 'llm_timeout' | 'llm_refused' | 'llm_rate_limited' | 'llm_unsupported' | 'llm_error';

/** An error response of a server. */
export interface Refusal {
  readonly status: number;
  /** The server's own words, up to 300 characters; empty if it gave none. May repeat the request. */
  readonly sentence: string;
}

/** Returns a client without retries, logging or settings from the environment. `timeoutMs` limits every request. */
export const openChatClient = (server: ChatServer, timeoutMs: number, lineBytes?: number): OpenAI => {
  const { baseUrl, apiKey, headers, allowedHosts } = server;
  return new OpenAI({
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
    ...(headers !== undefined && { defaultHeaders: headers }),
    fetch: boundedFetch(server, allowedHosts === undefined ? fetch : createGuardedFetch(allowedHosts), lineBytes),
  });
};

/** Limits the response, and brings the error bodies of all server families into the form that the client reads. */
const boundedFetch =
  (server: ChatServer, send: typeof fetch, lineBytes?: number): typeof fetch =>
  async (url, init) => {
    const response = await send(url, init);
    const { status, body } = response;
    // The fetch of another library has its own class of headers.
    const headers = new Headers([...response.headers]);
    if (response.ok) return new Response(body === null ? null : cappedBody(body, lineBytes), { status, headers });
    const text = body === null ? '' : await readStart(body);
    const error = { message: sentenceIn(server, text), failed_generation: unreadIn(jsonOr(text)) };
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(JSON.stringify({ error }), { status, headers });
  };

const maxSentenceChars = 300;
/** Errors inside errors are followed this far. */
const deepestCause = 5;

/** Finds the message in `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}` or plain text. */
function sentenceIn(server: ChatServer, text: string): string {
  const message = messageIn(jsonOr(text))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Before it is cut: half a key is a secret too.
  return withoutSecrets(server, message).slice(0, maxSentenceChars);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The server wrote plain text or HTML.
    return text;
  }
}

function messageIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > deepestCause) return '';
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  if (typeof value !== 'object' || value === null) return '';
  const { error, message, detail, msg, metadata } = value as Record<string, unknown>;
  const ownText = messageIn(error ?? message ?? detail ?? msg, depth + 1);
  // A gateway that passes on the refusal of another server.
  const raw = typeof metadata === 'object' && metadata !== null && 'raw' in metadata ? metadata.raw : undefined;
  const passedOn = messageIn(typeof raw === 'string' ? jsonOr(raw) : raw, depth + 1);
  return passedOn === '' ? ownText : `${ownText}: ${passedOn}`;
}

/** A shorter value of a header is part of ordinary words. */
const shortestSecret = 4;

/** Returns a server's sentence without the key and the values of headers, which may be credentials too. */
export function withoutSecrets({ apiKey = '', headers = {} }: ChatServer, sentence: string): string {
  const secrets = [apiKey, ...Object.values(headers)]
    .filter((secret) => secret.length >= shortestSecret)
    // One may be a part of another.
    .sort((one, other) => other.length - one.length);
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), sentence);
}

/** Returns the server's answer if the error is one. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof OpenAI.APIError) || typeof error.status !== 'number') return undefined;
  return { status: error.status, sentence: serverSentenceOf(error) };
}

/** Returns the server's own words of an error, which may come in the middle of a stream; empty if there are none. */
export function serverSentenceOf(error: unknown): string {
  if (!(error instanceof OpenAI.APIError)) return '';
  // Some servers send the words only.
  const sent: unknown = error.error;
  const words = typeof sent === 'object' && sent !== null && 'message' in sent ? sent.message : sent;
  return typeof words === 'string' ? words : '';
}

/**
 * Returns what a model wrote and its server could not read as a call: Groq and llama.cpp report it as an error. Empty if
 * the error is another.
 */
export const unreadReplyOf = (error: unknown): string =>
  error instanceof OpenAI.APIError ? (unreadIn({ error: error.error }) ?? '') : '';

function unreadIn(body: unknown): string | undefined {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { readonly error?: unknown };
  if (typeof error !== 'object' || error === null) return undefined;
  const { failed_generation: written, message } = error as Record<string, unknown>;
  if (typeof written === 'string') return written;
  return typeof message === 'string' ? /failed to parse input at pos \d+:\s*([\s\S]+)/i.exec(message)?.[1] : undefined;
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

/** Returns the code of the network error behind an error, such as `ECONNREFUSED`. */
export function networkCauseOf(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < deepestCause && typeof current === 'object' && current !== null; depth++) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === 'string') return code;
    // A name with several addresses fails with one error for each.
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return undefined;
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
