import type { ClientHandlers, ClientTransaction } from './client-transaction.ts';
import { authorizationFor, type Credentials } from './digest.ts';
import { newBranch } from './identifiers.ts';
import { cseqOf, elementsOf, headerOf, type SipHeader, type SipRequest, type SipResponse } from './message.ts';
import type { Transactions } from './transactions.ts';
import type { SipPeer } from './transport.ts';

export interface RequestOptions {
  readonly request: SipRequest;
  readonly peer: SipPeer;
  /** Answers a challenge; without them a 401 or 407 is final. */
  readonly credentials?: Credentials | undefined;
  readonly handlers: ClientHandlers;
  /** Called with the request that replaces the first one after a challenge. */
  readonly onRetry?: (request: SipRequest, transaction: ClientTransaction) => void;
}

/** A stale nonce may be challenged once more. */
const maxChallenges = 2;

/** Sends a request, and again with credentials if it is challenged. */
export function sendRequest(transactions: Transactions, options: RequestOptions): ClientTransaction {
  const { peer, credentials, handlers } = options;
  let challenges = 0;

  function send(request: SipRequest): ClientTransaction {
    return transactions.request(request, peer, {
      onResponse(response) {
        const retry = challenges < maxChallenges ? authorized(request, response, credentials) : undefined;
        if (retry === undefined) return handlers.onResponse(response);
        challenges += 1;
        const transaction = send(retry);
        options.onRetry?.(retry, transaction);
      },
      onTimeout: handlers.onTimeout,
    });
  }
  return send(options.request);
}

/** Returns the request with an answer to the response's challenge; undefined without one. */
function authorized(
  request: SipRequest,
  response: SipResponse,
  credentials: Credentials | undefined,
): SipRequest | undefined {
  if (credentials === undefined || (response.status !== 401 && response.status !== 407)) return undefined;
  const isProxy = response.status === 407;
  const challenges = response.headers
    .filter(({ name }) => name === (isProxy ? 'proxy-authenticate' : 'www-authenticate'))
    .map(({ value }) => value);
  const { method, uri } = request;
  const value = authorizationFor({ challenges, credentials, method, uri });
  if (value === undefined) return undefined;
  const name = isProxy ? 'proxy-authorization' : 'authorization';
  const next = nextRequest(request, [name]);
  return { ...next, headers: [...next.headers, { name, value }] };
}

/** Returns the request for another attempt, without the headers of these names. */
export function nextRequest(request: SipRequest, without: readonly string[]): SipRequest {
  const number = (cseqOf(request)?.number ?? 0) + 1;
  const headers = request.headers.filter(({ name }) => !without.includes(name));
  return { ...request, headers: headers.map((header) => renewed(header, number, request.method)) };
}

function renewed(header: SipHeader, number: number, method: string): SipHeader {
  if (header.name === 'cseq') return { ...header, value: `${number} ${method}` };
  if (header.name === 'via')
    return { ...header, value: header.value.replace(/;branch=[^;]+/, `;branch=${newBranch()}`) };
  return header;
}

/** Returns the raw reason of a failed call, for example `486 Busy Here (Q.850 17)`. */
export function statusLineOf(response: SipResponse): string {
  const cause = elementsOf(response, 'reason').find((reason) => /^Q\.850/i.test(reason));
  const number = /cause\s*=\s*"?(\d+)/i.exec(cause ?? '')?.[1];
  const warning = headerOf(response, 'warning');
  const line = `${response.status} ${response.reason}`.trim();
  return [line, number && `(Q.850 ${number})`, warning && `[${warning}]`].filter(Boolean).join(' ');
}
