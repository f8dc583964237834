import { parseNameAddress, parseSipUri, userOf } from './address.ts';
import { newBranch, newCSeq } from './identifiers.ts';
import {
  callIdOf,
  cseqOf,
  elementsOf,
  headerOf,
  type SipHeader,
  type SipRequest,
  type SipResponse,
  tagOf,
} from './message.ts';
import { type MessageBody, requestOf } from './print-message.ts';
import type { SipPeer } from './transport.ts';

/** Our addresses as the peer reaches them. */
export interface LocalAddresses {
  /** Value of Via without its branch, for messages to this peer. */
  viaTo(peer: SipPeer): string;
  /** URI of our Contact for this peer. */
  contactFor(peer: SipPeer, user: string): string;
  /** Returns a tag for a new call. It names this server if there are others. */
  newTag(): string;
}

export interface DialogOptions {
  readonly callId: string;
  /** From or To header of each end, without its tag. */
  readonly local: { readonly address: string; readonly tag: string };
  readonly remote: { readonly address: string; readonly tag: string };
  /** URI of the peer's Contact. */
  readonly target: string;
  readonly routes: readonly string[];
  /** Where the peer's messages come from. Behind a NAT it differs from the target. */
  readonly peer: SipPeer;
  /** The last number that we used. */
  readonly localCSeq: number;
  readonly remoteCSeq: number | undefined;
  readonly contactUser: string;
  readonly addresses: LocalAddresses;
}

/** The state that two ends share after an INVITE (RFC 3261, 12). */
export interface Dialog {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  readonly peer: SipPeer;
  /** Creates the next request in this dialog. An ACK has the number of its INVITE. */
  request(method: string, options?: InDialog): SipRequest;
  /** Returns false for a request that is older than one already received. */
  accepts(request: SipRequest): boolean;
  /** Follows a changed Contact. */
  retarget(message: SipRequest | SipResponse): void;
  readonly contact: SipHeader;
}

export interface InDialog {
  readonly headers?: readonly SipHeader[];
  readonly body?: MessageBody;
  /** Number of the INVITE that an ACK acknowledges. */
  readonly number?: number;
}

const maxForwards: SipHeader = { name: 'max-forwards', value: '70' };

function createDialog(options: DialogOptions): Dialog {
  const { callId, local, remote, routes, peer, addresses, contactUser } = options;
  let { target, localCSeq, remoteCSeq } = options;
  const contact = { name: 'contact', value: `<${addresses.contactFor(peer, contactUser)}>` };

  return {
    callId,
    localTag: local.tag,
    remoteTag: remote.tag,
    peer,
    contact,
    request(method, { headers = [], body, number } = {}) {
      if (number === undefined) localCSeq += 1;
      // A route without `lr` belongs to a strict router (RFC 2543), which expects its address in the request line.
      const [first, ...rest] = routes;
      const isStrict = first !== undefined && !isLooseRoute(first);
      const uri = isStrict ? (parseNameAddress(first)?.uri ?? target) : target;
      const routed = isStrict ? [...rest, `<${target}>`] : routes;
      return requestOf(
        method,
        uri,
        [
          { name: 'via', value: `${addresses.viaTo(peer)};branch=${newBranch()}` },
          maxForwards,
          ...routed.map((value) => ({ name: 'route', value })),
          { name: 'from', value: `${local.address};tag=${local.tag}` },
          { name: 'to', value: remote.tag === '' ? remote.address : `${remote.address};tag=${remote.tag}` },
          { name: 'call-id', value: callId },
          { name: 'cseq', value: `${number ?? localCSeq} ${method}` },
          ...(['INVITE', 'UPDATE', 'REFER', 'SUBSCRIBE', 'NOTIFY'].includes(method) ? [contact] : []),
          ...headers,
        ],
        body,
      );
    },
    accepts(request) {
      const number = cseqOf(request)?.number ?? 0;
      if (remoteCSeq !== undefined && number <= remoteCSeq) return false;
      remoteCSeq = number;
      return true;
    },
    retarget(message) {
      const uri = parseNameAddress(elementsOf(message, 'contact')[0] ?? '')?.uri;
      if (uri !== undefined && parseSipUri(uri) !== undefined) target = uri;
    },
  };
}

const isLooseRoute = (route: string): boolean =>
  parseSipUri(parseNameAddress(route)?.uri ?? '')?.parameters.has('lr') ?? false;

const withoutTag = (value: string): string => value.replace(/;\s*tag\s*=\s*[^;\s>]+(?![^;\s>])(?=[^>]*$)/i, '');

/** Returns the dialog of an INVITE that we answer. */
export function incomingDialog(invite: SipRequest, peer: SipPeer, addresses: LocalAddresses): Dialog {
  return createDialog({
    callId: callIdOf(invite),
    local: { address: withoutTag(headerOf(invite, 'to') ?? ''), tag: addresses.newTag() },
    remote: { address: withoutTag(headerOf(invite, 'from') ?? ''), tag: tagOf(invite, 'from') ?? '' },
    target: parseNameAddress(elementsOf(invite, 'contact')[0] ?? '')?.uri ?? '',
    routes: elementsOf(invite, 'record-route'),
    peer,
    localCSeq: newCSeq(),
    remoteCSeq: cseqOf(invite)?.number,
    contactUser: userOf(invite.uri),
    addresses,
  });
}

/** Returns the dialog of our own INVITE after a response with a tag. */
export function outgoingDialog(
  invite: SipRequest,
  response: SipResponse,
  { peer, addresses, contactUser }: Pick<DialogOptions, 'peer' | 'addresses' | 'contactUser'>,
): Dialog {
  return createDialog({
    callId: callIdOf(invite),
    local: { address: withoutTag(headerOf(invite, 'from') ?? ''), tag: tagOf(invite, 'from') ?? '' },
    remote: { address: withoutTag(headerOf(response, 'to') ?? ''), tag: tagOf(response, 'to') ?? '' },
    target: parseNameAddress(elementsOf(response, 'contact')[0] ?? '')?.uri ?? invite.uri,
    routes: [...elementsOf(response, 'record-route')].reverse(),
    peer,
    localCSeq: cseqOf(invite)?.number ?? 0,
    remoteCSeq: undefined,
    contactUser,
    addresses,
  });
}
