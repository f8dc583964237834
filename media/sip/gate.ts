import { createHmac } from 'node:crypto';
import { allowHeader } from './allowed-methods.ts';
import type { Authentication } from './authentication.ts';
import type { AddressGuard } from './guard.ts';
import { callIdOf, headerOf, type SipMessage, type SipRequest, tagOf } from './message.ts';
import { objectionTo } from './objection.ts';
import { parseMessage } from './parse-message.ts';
import { printMessage, type ResponseOptions, responseTo } from './print-message.ts';
import { otherOwnerOf, type SipSiblings } from './siblings.ts';
import type { Transactions } from './transactions.ts';
import type { SendTo, SipPeer } from './transport.ts';

export interface GateOptions {
  readonly guard: AddressGuard;
  readonly authentication: Authentication;
  readonly transactions: Transactions;
  readonly send: SendTo;
  /** Key of the tags of answers that keep nothing. */
  readonly tagKey: Buffer;
  /** Returns where the other end of a request's call is; undefined if there is no such call. */
  peerOf(request: SipRequest): SipPeer | undefined;
  isTrunk(request: SipRequest, source: SipPeer): boolean;
  readonly siblings?: SipSiblings | undefined;
}

/** Names by which programs that search for open servers introduce themselves. */
const scanners = /friendly-scanner|sipvicious|sipcli|sip-scan|sundayddr|pplsip|iWar|sipsak|VaxSIPUserAgent/i;

/** A keep-alive of a few bytes. */
const maxKeepAliveBytes = 4;

/** Lets messages of calls, trunks and phones with credentials pass. Strangers get an answer that keeps nothing. */
export function createGate(options: GateOptions) {
  const { guard, authentication, transactions, send, tagKey, siblings } = options;

  /** The same request gets the same tag. */
  function answer(request: SipRequest, source: SipPeer, response: ResponseOptions): void {
    const toTag = createHmac('sha256', tagKey).update(callIdOf(request)).digest('hex').slice(0, 12);
    send(printMessage(responseTo(request, { toTag, ...response })), source);
  }

  function receiveRequest(request: SipRequest, source: SipPeer): void {
    // Somebody who overheard the identifiers of a call still sends from another address.
    if (options.peerOf(request)?.address === source.address) return transactions.receive(request, source);
    if (scanners.test(headerOf(request, 'user-agent') ?? '')) return;
    const isTrunk = request.method === 'INVITE' && options.isTrunk(request, source);
    const isAnswer = !isTrunk && authentication.isAnswer(request, source.address);
    if (!isTrunk && !guard.admits(source.address, isAnswer ? 'challenged' : 'unknown')) return;
    if (tagOf(request, 'to') !== undefined || request.method === 'CANCEL')
      return answer(request, source, { status: 481 });
    if (request.method === 'OPTIONS')
      return answer(request, source, objectionTo(request) ?? { status: 200, headers: [allowHeader] });
    if (request.method !== 'REGISTER' && request.method !== 'INVITE')
      return answer(request, source, { status: 405, headers: [allowHeader] });
    if (isTrunk || isAnswer) return transactions.receive(request, source);
    answer(request, source, { status: 401, headers: authentication.challenge(request, source.address) });
  }

  const ownerElsewhere = (message: SipMessage, source: SipPeer): string | undefined =>
    message.kind === 'response' || transactions.knows(message) ? undefined : otherOwnerOf(message, source, siblings);

  return (bytes: Buffer, source: SipPeer): void => {
    if (bytes.length <= maxKeepAliveBytes) return;
    const parsed = parseMessage(bytes);
    if (parsed.ok) {
      const message = withSource(parsed.message, source);
      const owner = ownerElsewhere(message, source);
      if (owner !== undefined)
        return guard.admits(source.address, 'unknown') ? siblings?.pass(owner, bytes, source) : undefined;
      const isKnown = message.kind === 'response' || message.method === 'ACK' || transactions.knows(message);
      return isKnown ? transactions.receive(message, source) : receiveRequest(message, source);
    }
    const { message, status = 400, detail } = parsed;
    if (message?.kind !== 'request' || message.method === 'ACK' || !guard.admits(source.address, 'unknown')) return;
    answer(message, source, status === 400 ? { status, reason: `Bad Request - ${detail}` } : { status });
  };
}

/** Adds where a request came from, so that its responses find the way back through a NAT (RFC 3581). */
function withSource(message: SipMessage, { address, port }: SipPeer): SipMessage {
  if (message.kind === 'response') return message;
  const first = message.headers.findIndex(({ name }) => name === 'via');
  const headers = message.headers.map((header, index) => {
    if (index !== first) return header;
    const [top = '', ...others] = header.value.split(',');
    const marked = `${top.trim().replace(/;\s*rport\s*(=[^;]*)?(?=;|$)/i, `;rport=${port}`)};received=${address}`;
    return { name: 'via', value: [marked, ...others].join(',') };
  });
  return { ...message, headers };
}
