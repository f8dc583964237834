import { dropToken, readToken } from '../account/token.ts';
import { readable } from './readable.ts';

/** `status` is the server's; undefined when it gave no answer. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number | undefined; readonly detail: string };

export const noAnswer = {
  ok: false,
  status: undefined,
  detail: 'The server does not respond. Check that Parley is still running.',
} as const;

/** As who is signed in. A session that the server does not know any more is over here too. */
export async function signedFetch(request: Request): Promise<Response> {
  const token = readToken();
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status === 401 && token !== undefined) dropToken(token);
  return response;
}

export const refusal = <T>(status: number, body: unknown): Answer<T> => ({
  ok: false,
  status,
  detail: detailOf(body) ?? `The server answered ${status}.`,
});

export class RequestError extends Error {
  readonly status: number | undefined;
  constructor(detail: string, status: number | undefined) {
    super(detail);
    this.name = 'RequestError';
    this.status = status;
  }
}

function detailOf(body: unknown): string | undefined {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  return typeof detail === 'string' ? readable(detail) : undefined;
}
