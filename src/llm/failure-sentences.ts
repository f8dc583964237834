import type { LlmFailure } from './language-model.ts';

export interface FailureFacts {
  readonly code: LlmFailure;
  readonly waitedMs: number;
  /** Status of the response, if there was one. */
  readonly status?: number | undefined;
  /** Code of the network error, if there was one. */
  readonly network?: string | undefined;
  /** The server's own words; empty if it gave none. */
  readonly serverWords?: string;
}

/** Returns why a model did not answer and what to do, for the person who connected it. */
export function failureSentence({ serverWords = '', ...facts }: FailureFacts): string {
  const words = serverWords === '' ? '' : ` The server says: “${serverWords}”`;
  const seconds = String(facts.waitedMs / 1000);
  return adviceOf(facts, serverWords).replace('{seconds}', seconds) + words;
}

/** Not the name of a model, and not a quota of each minute. */
const noQuota =
  /^(?!.*\bper (?:second|minute)\b).*(?:\bbilling\b|\b(?:insufficient|exceeded|enough|out of|no)[ _](?:\w+ ){0,2}(?:quota|credits?|balance|budget|funds)\b|\b(?:quota|credits?|balance|budget)(?: \w+){0,2} (?:exceeded|exhausted|used up)\b)/is;

function adviceOf({ code, status = 0, network = '' }: FailureFacts, serverWords: string): string {
  if (status === 402 || ((status === 429 || status === 403) && noQuota.test(serverWords))) return advice.noQuota;
  if (code !== 'llm_error') return sentences[code];
  if (status === 404 || status === 405) return advice.unknownPath;
  if (status >= 500) return advice.serverFault;
  if (/^(?:ENOTFOUND|EAI_)/.test(network)) return advice.unknownHost;
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/.test(network)) return advice.nobody;
  if (/SSL|TLS|CERT|EPROTO|VERIFY/.test(network)) return advice.insecure;
  return sentences.llm_error;
}

const advice = {
  noQuota: 'The account of this key has no quota left. Check its plan, its payment and its limits.',
  unknownPath:
    'The server does not know this path or this model. Check the address, which often ends in /v1, and the name of the model.',
  serverFault: 'The server failed. Check its log, or try again later.',
  unknownHost: 'The name of the server cannot be resolved. Check the address.',
  nobody: 'Nothing answers at this address. Check the address and its port, and that the server is running.',
  insecure:
    'A secure connection to the server failed. Check whether its address begins with http:// or https://, and its certificate.',
} as const;

const sentences: Readonly<Record<LlmFailure, string>> = {
  llm_timeout: 'The server did not answer within {seconds} seconds.',
  llm_refused: 'The server rejected the key.',
  llm_rate_limited: 'The server limits the rate of requests. Try again later.',
  llm_unsupported: 'The server rejected the request. Check the key and the name of the model.',
  llm_error: 'The server cannot be reached, or returned an error. Check the address and the name of the model.',
  llm_busy: 'Too many requests are waiting for this server.',
  llm_empty: 'The model returned an empty reply.',
  llm_long: 'The reply of the model was too long.',
  llm_invalid: 'The reply of the model was invalid.',
};
