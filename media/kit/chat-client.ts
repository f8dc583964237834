import OpenAI from 'openai';

export interface ChatServer {
  /** Base URL of an OpenAI-compatible server, including its version. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

/**
 * Why a completion is missing. The messages of the client's errors are dropped, because they may repeat the request.
 */
export type ChatFailure = 'llm_timeout' | 'llm_refused' | 'llm_rate_limited' | 'llm_unsupported' | 'llm_error';

/** Returns a client without retries, logging or settings from the environment. `timeoutMs` limits every request. */
export const openChatClient = ({ baseUrl, apiKey }: ChatServer, timeoutMs: number): OpenAI =>
  new OpenAI({
    baseURL: baseUrl,
    // The client requires a key even if a local server needs none.
    apiKey: apiKey || 'none',
    ...{ organization: null, project: null, maxRetries: 0, timeout: timeoutMs, logLevel: 'off' },
    // A caller's words go to the configured server only.
    fetchOptions: { redirect: 'error' },
  });

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
