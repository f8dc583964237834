import { t } from '../language/text.ts';
import { noteChange } from './changes.ts';
import { type Faults, faultsIn, readable } from './readable.ts';
import { lapseToken, readToken } from './token.ts';

/** Result of a request. `status` is the server's; undefined without a response. */
export type Answer<T> = { readonly ok: true; readonly value: T } | Refused;

interface Refused {
  readonly ok: false;
  readonly status: number | undefined;
  readonly detail: string;
  /** The parts of the message that concern single fields. */
  readonly faults?: Faults;
}

export const noAnswer = {
  ok: false,
  status: undefined,
  detail: t('The server does not respond. Check that Parley is still running.'),
} as const;

/** Sends a request as the signed-in user. The person signs in again if the server does not accept the session any more. */
export async function signedFetch(request: Request): Promise<Response> {
  const token = readToken();
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status === 401 && token !== undefined) lapseToken(token);
  if (response.ok && request.method !== 'GET') noteChange();
  return response;
}

export function refusal<T>(status: number, body: unknown): Answer<T> {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  if (typeof detail !== 'string') return { ok: false, status, detail: t('The server answered {status}.', { status }) };
  return { ok: false, status, detail: readable(detail), faults: faultsIn(detail) };
}

export class RequestError extends Error {
  readonly status: number | undefined;
  constructor(detail: string, status: number | undefined) {
    super(detail);
    this.name = 'RequestError';
    this.status = status;
  }
}
