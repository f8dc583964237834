import type { LlmFailure } from './language-model.ts';

/** Returns why a model did not answer, for the person who connected it; `said`: its server's own words. */
export function failureSentence(code: LlmFailure, waitedMs: number, said = ''): string {
  const words = said === '' ? '' : ` The server says: “${said}”`;
  return sentences[code].replace('{seconds}', String(waitedMs / 1000)) + words;
}

const sentences: Readonly<Record<LlmFailure, string>> = {
  llm_timeout: 'The server did not answer within {seconds} seconds.',
  llm_refused: 'The server rejected the key.',
  llm_rate_limited: 'The server limits the rate of requests. Try again later.',
  llm_unsupported: 'The server rejected the request. Check the name of the model.',
  llm_error: 'The server cannot be reached, or returned an error. Check the address and the name of the model.',
  llm_busy: 'Too many requests are waiting for this server.',
  llm_empty: 'The model returned an empty reply.',
  llm_long: 'The reply of the model was too long.',
  llm_invalid: 'The reply of the model was invalid.',
};
