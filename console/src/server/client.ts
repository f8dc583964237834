import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';
import { type Answer, noAnswer, RequestError, refusal, signedFetch } from './ask.ts';

/** Paths, parameters, bodies and responses are typed by the declarations of the server's routes. */
export const client = createClient<paths>({
  fetch: signedFetch,
  headers: { accept: 'application/json' },
});

type Asked<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

/** Returns the result of a request of `client`, which throws without a response. */
export async function answerTo<T>(asked: Asked<T>): Promise<Answer<T>> {
  try {
    const { data, error, response } = await asked;
    return response.ok ? { ok: true, value: data as T } : refusal(response.status, error);
  } catch {
    return noAnswer;
  }
}

/**
 * Returns the value of a request, for queries, which report failure by throwing. The error has the server's message.
 */
export async function valueFrom<T>(asked: Asked<T>): Promise<T> {
  const answer = await answerTo(asked);
  if (!answer.ok) throw new RequestError(answer.detail, answer.status);
  return answer.value;
}
