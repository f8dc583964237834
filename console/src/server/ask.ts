import { dropToken, readToken } from '../account/token.ts';

/** `status` is the server's; undefined when it gave no answer. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number | undefined; readonly detail: string };

export const noAnswer = {
  ok: false,
  status: undefined,
  detail: 'The server does not answer. Check that Parley is still running where you started it.',
} as const;

/** As who is signed in. A session that the server does not know any more is over here too. */
export async function signedFetch(request: Request): Promise<Response> {
  const token = readToken();
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status === 401 && token !== undefined) dropToken(token);
  return response;
}

export async function ask<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const request = new Request(path, init);
  request.headers.set('accept', 'application/json');
  let response: Response;
  try {
    response = await signedFetch(request);
  } catch {
    return noAnswer;
  }
  const text = await response.text().catch(() => '');
  const body = parse(text);
  if (response.ok) return { ok: true, value: body as T };
  return refusal(response.status, body);
}

export const refusal = <T>(status: number, body: unknown): Answer<T> => ({
  ok: false,
  status,
  detail: detailOf(body) ?? `The server answered ${status}.`,
});

export const post = <T>(path: string, body: unknown): Promise<Answer<T>> =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** For queries, which know failure as a throw: the message is the server's sentence. */
export async function get<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await ask<T>(path, { signal });
  if (!answer.ok) throw new RequestError(answer.detail, answer.status);
  return answer.value;
}

export class RequestError extends Error {
  readonly status: number | undefined;
  constructor(detail: string, status: number | undefined) {
    super(detail);
    this.name = 'RequestError';
    this.status = status;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detailOf(body: unknown): string | undefined {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  return typeof detail === 'string' ? detail : undefined;
}
