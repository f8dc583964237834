import { allowHeader } from './allowed-methods.ts';
import type { ClientHandlers, ClientTransaction } from './client-transaction.ts';
import { type Dialog, type LocalAddresses, outgoingDialog } from './dialog.ts';
import type { Credentials } from './digest.ts';
import { newBranch, newCallId, newCSeq } from './identifiers.ts';
import { sdpBody } from './leg.ts';
import { cseqOf, type SipHeader, type SipRequest, type SipResponse } from './message.ts';
import { requestOf } from './print-message.ts';
import { nextRequest, sendRequest } from './requester.ts';
import { sessionHeaders } from './session-timer.ts';
import type { Transactions } from './transactions.ts';
import type { SipPeer } from './transport.ts';

export interface InvitationOptions {
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
  readonly transactions: Transactions;
  readonly addresses: LocalAddresses;
}

/** The INVITE of a call until it is answered. */
export interface Invitation {
  /** The latest one that was sent. */
  readonly request: SipRequest;
  /** Whether anything has responded: a phone may ring. */
  readonly isProceeding: boolean;
  /** The offer that it was sent with last. */
  readonly sdp: string | undefined;
  send(): void;
  /** Sends it with the second offer, if there is one and the response refuses the first. Returns whether it did. */
  offersAgainAfter(response: SipResponse): boolean;
  /** Returns the dialog with the phone that answered. */
  dialogOf(response: SipResponse): Dialog;
  /** Returns the ACK to an answer, with our description if the peer made the offer. */
  acknowledgementIn(dialog: Dialog, sdp?: string): SipRequest;
  /** Stops the phones that ring, once. Without effect before the first response. */
  cancel(): void;
}

/** Refusals of the session itself, to which another offer is the answer (RFC 3261, 21.4.26). */
const unacceptable: readonly number[] = [415, 488, 606];

export function createInvitation(options: InvitationOptions, handlers: ClientHandlers): Invitation {
  const { transactions, peer, credentials, addresses, contactUser } = options;
  let { sdp, otherSdp } = options;
  let request = inviteOf(options);
  let transaction: ClientTransaction | undefined;
  let isCancelled = false;

  function send(): void {
    transaction = sendRequest(transactions, {
      request,
      peer,
      credentials,
      handlers,
      onRetry(next, its) {
        request = next;
        transaction = its;
      },
    });
  }

  return {
    get request() {
      return request;
    },
    get isProceeding() {
      return transaction?.isProceeding === true;
    },
    send,
    get sdp() {
      return sdp;
    },
    offersAgainAfter({ status }) {
      if (otherSdp === undefined || !unacceptable.includes(status)) return false;
      sdp = otherSdp;
      otherSdp = undefined;
      request = withOffer(request, sdp);
      send();
      return true;
    },
    dialogOf: (response) => outgoingDialog(request, response, { peer, addresses, contactUser }),
    acknowledgementIn(dialog, answer) {
      const isAnswer = sdp === undefined && answer !== undefined;
      return dialog.request('ACK', {
        number: cseqOf(request)?.number ?? 0,
        ...(isAnswer && { body: sdpBody(answer) }),
      });
    },
    cancel() {
      if (isCancelled || transaction?.isProceeding !== true) return;
      isCancelled = true;
      transactions.request(cancelOf(request), peer, { onResponse() {}, onTimeout() {} });
    },
  };
}

function inviteOf({ uri, from, contactUser, peer, sdp, headers = [], addresses }: InvitationOptions): SipRequest {
  return requestOf(
    'INVITE',
    uri,
    [
      { name: 'via', value: `${addresses.viaTo(peer)};branch=${newBranch()}` },
      { name: 'max-forwards', value: '70' },
      { name: 'from', value: `${from};tag=${addresses.newTag()}` },
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
