import type { Clock } from '../kit/clock.ts';
import { parseVia } from './address.ts';
import { type ClientHandlers, type ClientTransaction, createClientTransaction } from './client-transaction.ts';
import { callIdOf, cseqOf, headerOf, type SipMessage, type SipRequest, tagOf } from './message.ts';
import { printMessage, responseTo } from './print-message.ts';
import { createServerTransaction, type ServerTransaction } from './server-transaction.ts';
import type { SendTo, SipPeer } from './transport.ts';

export interface TransactionsOptions {
  readonly clock: Clock;
  readonly send: SendTo;
  /** Maximum number of open server transactions; further requests get 503. */
  readonly maxTransactions: number;
  /** A new request. It must be answered. */
  onRequest(transaction: ServerTransaction): void;
  /** An ACK that belongs to a dialog: it acknowledges a 2xx. */
  onAcknowledgement(request: SipRequest, source: SipPeer): void;
}

/** Matches messages to transactions (RFC 3261, 17). It has no sockets and no state of calls. */
export interface Transactions {
  receive(message: SipMessage, source: SipPeer): void;
  /** Whether the request belongs to a transaction: a repetition, or the ACK or CANCEL of an INVITE. */
  knows(request: SipRequest): boolean;
  /** Sends a request whose top Via has a branch of `newBranch`. */
  request(request: SipRequest, peer: SipPeer, handlers: ClientHandlers): ClientTransaction;
  /** Sends the ACK to a 2xx, which has no transaction. */
  acknowledge(request: SipRequest, peer: SipPeer): void;
  readonly open: number;
  /** Ends all transactions without calling a handler. */
  close(): void;
}

const cookie = 'z9hG4bK';

/** Returns a key that is the same for repetitions of a request, and for the ACK or CANCEL of an INVITE. */
function serverKeyOf(request: SipRequest, method: string): string {
  const via = parseVia(headerOf(request, 'via') ?? '');
  if (via?.branch.startsWith(cookie) && via.branch.length > cookie.length)
    return `${via.branch}|${via.host}:${via.port ?? ''}|${method}`;
  // RFC 2543 and branches without a value: the headers that identify a request.
  const number = cseqOf(request)?.number ?? '';
  return [callIdOf(request), tagOf(request, 'from') ?? '', number, headerOf(request, 'via'), method].join('|');
}

export function createTransactions(options: TransactionsOptions): Transactions {
  const { clock, send } = options;
  const clients = new Map<string, ClientTransaction>();
  const servers = new Map<string, ServerTransaction>();

  function receiveResponse(message: SipMessage & { readonly kind: 'response' }): void {
    const branch = parseVia(headerOf(message, 'via') ?? '')?.branch ?? '';
    clients.get(`${branch}|${cseqOf(message)?.method}`)?.receive(message);
  }

  function receiveAcknowledgement(request: SipRequest, source: SipPeer): void {
    const invite = servers.get(serverKeyOf(request, 'INVITE'));
    if (invite === undefined) return options.onAcknowledgement(request, source);
    // Somebody who overheard the INVITE sends from another address.
    if (invite.source.address === source.address) invite.acknowledge();
  }

  function receiveCancel(cancel: SipRequest, source: SipPeer): void {
    const matching = servers.get(serverKeyOf(cancel, 'INVITE'));
    const invite = matching?.source.address === source.address ? matching : undefined;
    const status = invite === undefined ? 481 : 200;
    send(printMessage(responseTo(cancel, { status })), source);
    if (invite !== undefined && !invite.hasFinalResponse) invite.onCancel?.();
  }

  function receiveRequest(request: SipRequest, source: SipPeer): void {
    const key = serverKeyOf(request, request.method);
    const repeated = servers.get(key);
    if (repeated !== undefined) return repeated.repeat();
    if (servers.size >= options.maxTransactions) {
      const headers = [{ name: 'retry-after', value: '5' }];
      return send(printMessage(responseTo(request, { status: 503, headers })), source);
    }
    const onOver = (): void => void servers.delete(key);
    const transaction = createServerTransaction({ request, source, clock, send, onOver });
    servers.set(key, transaction);
    options.onRequest(transaction);
  }

  return {
    receive(message, source) {
      if (message.kind === 'response') return receiveResponse(message);
      if (message.method === 'ACK') return receiveAcknowledgement(message, source);
      if (message.method === 'CANCEL') return receiveCancel(message, source);
      receiveRequest(message, source);
    },
    knows: (request) =>
      servers.has(serverKeyOf(request, ['ACK', 'CANCEL'].includes(request.method) ? 'INVITE' : request.method)),
    request(request, peer, handlers) {
      const branch = parseVia(headerOf(request, 'via') ?? '')?.branch ?? '';
      const key = `${branch}|${request.method}`;
      const onOver = (): void => void clients.delete(key);
      const transaction = createClientTransaction({ request, peer, clock, send, handlers, onOver });
      clients.set(key, transaction);
      return transaction;
    },
    acknowledge: (request, peer) => send(printMessage(request), peer),
    get open() {
      return clients.size + servers.size;
    },
    close() {
      for (const transaction of [...clients.values(), ...servers.values()]) transaction.abandon();
    },
  };
}
