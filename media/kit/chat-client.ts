import OpenAI from 'openai';

export interface ChatServer {
  /** Of an OpenAI-compatible server, up to its version. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

/** Why a completion is missing. Messages of the client's errors are left behind: they may repeat what the server was sent. */
export type ChatFailure = 'llm_timeout' | 'llm_refused' | 'llm_rate_limited' | 'llm_unsupported' | 'llm_error';

/** A client without retries, logging or settings from the environment. `timeoutMs` bounds every request. */
export const openChatClient = ({ baseUrl, apiKey }: ChatServer, timeoutMs: number): OpenAI =>
  new OpenAI({
    baseURL: baseUrl,
    // Servers on one's own machine need no key, but the client does.
    apiKey: apiKey || 'none',
    ...{ organization: null, project: null, maxRetries: 0, timeout: timeoutMs, logLevel: 'off' },
  });

/** Maps an error of the client or of its stream. `llm_unsupported`: the server rejects a parameter of the request. */
export function chatFailureOf(error: unknown): ChatFailure {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return 'llm_timeout';
  if (!(error instanceof OpenAI.APIError)) return 'llm_error';
  if (error.status === 401 || error.status === 403) return 'llm_refused';
  if (error.status === 429) return 'llm_rate_limited';
  return error.status === 400 || error.status === 422 ? 'llm_unsupported' : 'llm_error';
}
