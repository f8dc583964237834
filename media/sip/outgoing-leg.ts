import type { Clock } from '../kit/clock.ts';
import { parseSipUri } from './address.ts';
import { allowHeader } from './allowed-methods.ts';
import { descriptionIn } from './body.ts';
import type { ClientTransaction } from './client-transaction.ts';
import { type LocalAddresses, outgoingDialog } from './dialog.ts';
import type { Credentials } from './digest.ts';
import { createEstablished, type Established, refusalOf } from './established.ts';
import { newBranch, newCallId, newCSeq, newTag } from './identifiers.ts';
import type { RoutedLeg } from './incoming-leg.ts';
import { type LegEnd, type LegHandlers, sdpBody } from './leg.ts';
import { cseqOf, headerOf, type SipHeader, type SipRequest, type SipResponse, tagOf } from './message.ts';
import { requestOf } from './print-message.ts';
import { nextRequest, sendRequest } from './requester.ts';
import type { SessionDescription } from './sdp.ts';
import { sessionHeaders, statedInterval } from './session-timer.ts';
import type { Transactions } from './transactions.ts';
import type { SipPeer } from './transport.ts';

export interface DialOptions {
  /** URI of the called party. */
  readonly uri: string;
  /** Our From header without its tag. */
  readonly from: string;
  readonly contactUser: string;
  readonly peer: SipPeer;
  readonly credentials?: Credentials | undefined;
  /** Our offer; undefined if the peer is to make one. Its answer is then given to `accept`. */
  readonly sdp: string | undefined;
  /** A second offer, sent if the peer finds nothing in the first one that it accepts. */
  readonly otherSdp?: string | undefined;
  readonly headers?: readonly SipHeader[];
  /** Time to ring before the call is cancelled. */
  readonly ringMs: number;
  readonly handlers: LegHandlers;
}

export interface OutgoingLegOptions extends DialOptions {
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly addresses: LocalAddresses;
  readonly onOver: () => void;
}

/** A proxy may ring several phones at once. */
const maxForks = 20;

/** Refusals of the session itself, to which another offer is the answer (RFC 3261, 21.4.26). */
const unacceptable: readonly number[] = [415, 488, 606];

function inviteOf({ uri, from, contactUser, peer, sdp, headers = [], addresses }: OutgoingLegOptions): SipRequest {
  return requestOf(
    'INVITE',
    uri,
    [
      { name: 'via', value: `${addresses.viaTo(peer)};branch=${newBranch()}` },
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${from};tag=${newTag()}` },
      { name: 'to', value: `<${uri}>` },
      { name: 'call-id', value: newCallId() },
      { name: 'cseq', value: `${newCSeq()} INVITE` },
      { name: 'contact', value: `<${addresses.contactFor(peer, contactUser)}>` },
      allowHeader,
      ...sessionHeaders,
      ...headers,
    ],
    sdp === undefined ? undefined : sdpBody(sdp),
  );
}

/** Returns the INVITE with another offer, as the next attempt of the same call. It may be challenged again. */
function withOffer(invite: SipRequest, sdp: string): SipRequest {
  const { method, uri, headers } = nextRequest(invite, ['authorization', 'proxy-authorization']);
  const headersOfCall = headers.filter(({ name }) => !name.startsWith('content-'));
  return requestOf(method, uri, headersOfCall, sdpBody(sdp));
}

function cancelOf(invite: SipRequest): SipRequest {
  const headers = invite.headers.filter(({ name }) =>
    ['via', 'from', 'to', 'call-id', 'route', 'max-forwards'].includes(name),
  );
  const cseq = { name: 'cseq', value: `${cseqOf(invite)?.number} CANCEL` };
  return requestOf('CANCEL', invite.uri, [...headers, cseq]);
}

/** Calls a SIP URI. */
export function createOutgoingLeg(options: OutgoingLegOptions): RoutedLeg {
  const { transactions, clock, addresses, peer, credentials } = options;
  let invite = inviteOf(options);
  let transaction: ClientTransaction | undefined;
  let established: Established | undefined;
  let acknowledgement: SipRequest | undefined;
  /** The peer's answer had its offer. The function acknowledges it, with our answer. */
  let acceptOffer: ((sdp: string | undefined) => Established) | undefined;
  let { sdp: localSdp, otherSdp } = options;
  /** Why we gave up before an answer. */
  let given: LegEnd | undefined;
  let isCancelled = false;
  /** Descriptions of early media, by the tag of the phone that rings. */
  const early = new Map<string, SessionDescription>();
  let isOver = false;

  function finish(end: LegEnd): void {
    if (isOver) return;
    isOver = true;
    cancelRinging();
    options.onOver();
    leg.handlers.onEnd(end);
  }

  function cancel(): void {
    if (isCancelled || transaction?.isProceeding !== true) return;
    isCancelled = true;
    transactions.request(cancelOf(invite), peer, { onResponse() {}, onTimeout() {} });
  }

  function giveUp(end: LegEnd): void {
    if (isOver) return;
    given ??= end;
    cancel();
    // A peer that never answers the CANCEL must not keep the call.
    clock.after(32_000, () => finish(given ?? end));
  }

  function answered(response: SipResponse): void {
    if (established !== undefined) return acknowledgeAgain(response);
    if (acceptOffer !== undefined) return;
    const dialog = outgoingDialog(invite, response, { peer, addresses, contactUser: options.contactUser });
    remoteTag = dialog.remoteTag;
    const establish = (sdp: string | undefined): Established => {
      const number = cseqOf(invite)?.number ?? 0;
      const isAnswer = localSdp === undefined && sdp !== undefined;
      acknowledgement = dialog.request('ACK', { number, ...(isAnswer ? { body: sdpBody(sdp) } : {}) });
      transactions.acknowledge(acknowledgement, peer);
      established = createEstablished({
        dialog,
        transactions,
        clock,
        credentials,
        handlers: () => leg.handlers,
        onOver: () => {
          isOver = true;
          options.onOver();
        },
        localSdp: sdp ?? '',
        interval: statedInterval(response),
      });
      return established;
    };
    cancelRinging();
    if (given !== undefined) return establish(localSdp).hangUp(given.detail);
    // Some gateways state the answer in a provisional response only.
    const description = descriptionIn(response) ?? early.get(remoteTag);
    if (localSdp === undefined) acceptOffer = establish;
    else establish(localSdp);
    leg.handlers.onEstablished(description);
  }

  /** A repeated answer lost its ACK. One from another phone that was called in parallel is ended at once. */
  function acknowledgeAgain(response: SipResponse): void {
    if (tagOf(response, 'to') === remoteTag) return acknowledgement && transactions.acknowledge(acknowledgement, peer);
    const other = outgoingDialog(invite, response, { peer, addresses, contactUser: options.contactUser });
    transactions.acknowledge(other.request('ACK', { number: cseqOf(invite)?.number ?? 0 }), peer);
    transactions.request(other.request('BYE'), peer, { onResponse() {}, onTimeout() {} });
  }

  function receiveResponse(response: SipResponse): void {
    if (response.status >= 200 && response.status < 300) return answered(response);
    if (response.status >= 300) {
      if (given === undefined && otherSdp !== undefined && unacceptable.includes(response.status))
        return offerAgain(otherSdp);
      return finish(given ?? refusalOf(response));
    }
    if (given !== undefined) return cancel();
    if (response.status === 100) return;
    const description = descriptionIn(response);
    if (description !== undefined && early.size < maxForks) early.set(tagOf(response, 'to') ?? '', description);
    leg.handlers.onProgress?.(response.status, description);
  }

  function offerAgain(sdp: string): void {
    localSdp = sdp;
    otherSdp = undefined;
    early.clear();
    invite = withOffer(invite, sdp);
    send();
  }

  function send(): void {
    transaction = sendRequest(transactions, {
      request: invite,
      peer,
      credentials,
      handlers: {
        onResponse: receiveResponse,
        onTimeout: () => finish(given ?? noResponse),
      },
      onRetry(request, next) {
        invite = request;
        transaction = next;
      },
    });
  }

  let remoteTag = '';
  const leg: RoutedLeg = {
    callId: headerOf(invite, 'call-id') ?? '',
    localTag: tagOf(invite, 'from') ?? '',
    get remoteTag() {
      return remoteTag;
    },
    direction: 'outgoing',
    peer,
    party: { from: '', fromName: '', to: parseSipUri(options.uri)?.user ?? '', called: '' },
    offer: undefined,
    isOfferLate: false,
    replaces: undefined,
    userAgent: '',
    get isOver() {
      return isOver;
    },
    handlers: options.handlers,
    ring() {},
    accept(sdp) {
      if (established === undefined) acceptOffer?.(sdp);
    },
    refuse() {},
    hangUp(reason) {
      const answeredLeg = established ?? acceptOffer?.(undefined);
      if (answeredLeg !== undefined) return answeredLeg.hangUp(reason);
      giveUp({ by: 'local', detail: reason ?? 'cancelled' });
    },
    lose: (detail) => established?.lose(detail),
    reoffer: async (sdp) => established?.reoffer(sdp),
    refer: async (target) => established?.refer(target) ?? 481,
    acknowledged() {},
    receive(request) {
      if (established === undefined) return request.respond({ status: 481 });
      established.receive(request);
    },
  };
  const noResponse: LegEnd = { by: 'timeout', status: 408, detail: 'the peer did not answer' };
  const cancelRinging = clock.after(options.ringMs, () => {
    // Without any response, no phone is known to have rung.
    const hasRung = transaction?.isProceeding === true;
    giveUp(hasRung ? { by: 'local', status: 487, detail: 'nobody answered in time' } : noResponse);
  });
  send();
  return leg;
}
