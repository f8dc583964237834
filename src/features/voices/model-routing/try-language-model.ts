import { type LlmFailure, type ModelListTrouble, rehearseCall, servedModelAt } from '../../../llm/index.ts';
import type { EngineTrial } from './trial.ts';

const listingMs = 5000;
const answerMs = 15_000;
const shownCharacters = 500;
const question = 'Hello, when are you open?';

/** Requests one sentence from a server's first model, as a call would. Rejects with the reason and a remedy. */
export async function tryLanguageModel(address: string, nowMs: () => number): Promise<EngineTrial> {
  const served = await servedModelAt(address, listingMs);
  if (typeof served === 'string') throw new Error(troubles[served]);
  const rehearsed = await rehearseCall(served, { timeoutMs: answerMs, nowMs });
  if (rehearsed.kind !== 'answered') throw new Error(failures[rehearsed.code]);
  const { firstMs, totalMs, text } = rehearsed;
  return {
    engine: served.model,
    provider: 'vllm',
    firstMs,
    totalMs,
    audioMs: 0,
    text: question,
    heard: text.slice(0, shownCharacters),
  };
}

const needsKey = 'The server requires a key. Store the model with its key under “Language model” instead.';

const troubles: Readonly<Record<ModelListTrouble, string>> = {
  unreachable: 'The server cannot be reached. Check the address, and that the server is running.',
  late: `The server did not list its models within ${listingMs / 1000} seconds. Check its load.`,
  key: needsKey,
  status: 'The server returned an error when it was asked for its models. Check its log.',
  no_list: 'The server does not list its models. Check that the address leads to the OpenAI API, up to its version.',
};

const failures: Readonly<Record<LlmFailure, string>> = {
  llm_timeout: `The server did not reply within ${answerMs / 1000} seconds. Check its load, or use a smaller model.`,
  llm_refused: needsKey,
  llm_rate_limited: 'The server limits the rate of requests. Try again later.',
  llm_unsupported: 'The server rejected the request. Check that its first model is a chat model.',
  llm_error: 'The connection failed, or the server returned an error. Check its log.',
  llm_busy: 'Too many requests are waiting for this server. Try again later.',
  llm_empty: 'The model returned an empty reply.',
  llm_long: 'The reply of the model was too long.',
  llm_invalid: 'The reply of the model was invalid.',
};
