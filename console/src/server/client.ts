import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';
import { type Answer, noAnswer, RequestError, refusal, signedFetch } from './ask.ts';

/** Paths, parameters, bodies and answers are those that the server's routes declare. */
export const client = createClient<paths>({
  fetch: signedFetch,
  headers: { accept: 'application/json' },
});

type Asked<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

/** The result of a request of `client`, which throws without a response. */
export async function answerTo<T>(asked: Asked<T>): Promise<Answer<T>> {
  try {
    const { data, error, response } = await asked;
    return response.ok ? { ok: true, value: data as T } : refusal(response.status, error);
  } catch {
    return noAnswer;
  }
}

/** For queries, which know failure as a throw: the message is the server's sentence. */
export async function valueFrom<T>(asked: Asked<T>): Promise<T> {
  const answer = await answerTo(asked);
  if (!answer.ok) throw new RequestError(answer.detail, answer.status);
  return answer.value;
}
