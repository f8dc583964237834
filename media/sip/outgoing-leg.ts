import type { Clock } from '../kit/clock.ts';
import { parseSipUri } from './address.ts';
import { descriptionIn } from './body.ts';
import { createEstablished, type Established, refusalOf } from './established.ts';
import type { RoutedLeg } from './incoming-leg.ts';
import { createInvitation, type InvitationOptions } from './invitation.ts';
import type { LegEnd, LegHandlers } from './leg.ts';
import { headerOf, type SipRequest, type SipResponse, tagOf } from './message.ts';
import { replacesHeaderOf } from './referral.ts';
import type { SessionDescription } from './sdp.ts';
import { statedInterval } from './session-timer.ts';

export interface DialOptions extends Omit<InvitationOptions, 'transactions' | 'addresses'> {
  /** Time to ring before the call is cancelled. */
  readonly ringMs: number;
  readonly handlers: LegHandlers;
}

export interface OutgoingLegOptions extends DialOptions, InvitationOptions {
  readonly clock: Clock;
  readonly onOver: () => void;
}

/** A proxy may ring several phones at once. */
const maxForks = 20;

const noResponse: LegEnd = { by: 'timeout', status: 408, detail: 'the peer did not answer' };

/** Calls a SIP URI. */
export function createOutgoingLeg(options: OutgoingLegOptions): RoutedLeg {
  const { transactions, clock, peer, credentials } = options;
  const invitation = createInvitation(options, {
    onResponse: receiveResponse,
    onTimeout: () => finish(given ?? noResponse),
  });
  let established: Established | undefined;
  let acknowledgement: SipRequest | undefined;
  /** The peer's answer had its offer. The function acknowledges it, with our answer. */
  let acceptOffer: ((sdp: string | undefined) => Established) | undefined;
  /** Why we gave up before an answer. */
  let given: LegEnd | undefined;
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

  function giveUp(end: LegEnd): void {
    if (isOver) return;
    given ??= end;
    invitation.cancel();
    // A peer that never answers the CANCEL must not keep the call.
    clock.after(32_000, () => finish(given ?? end));
  }

  function answered(response: SipResponse): void {
    if (established !== undefined) return acknowledgeAgain(response);
    if (acceptOffer !== undefined) return;
    const dialog = invitation.dialogOf(response);
    remoteTag = dialog.remoteTag;
    const establish = (sdp: string | undefined): Established => {
      acknowledgement = invitation.acknowledgementIn(dialog, sdp);
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
    if (given !== undefined) return establish(invitation.sdp).hangUp(given.detail);
    // Some gateways state the answer in a provisional response only.
    const description = descriptionIn(response) ?? early.get(remoteTag);
    if (invitation.sdp === undefined) acceptOffer = establish;
    else establish(invitation.sdp);
    leg.handlers.onEstablished(description);
  }

  /** A repeated answer lost its ACK. One from another phone that was called in parallel is ended at once. */
  function acknowledgeAgain(response: SipResponse): void {
    if (tagOf(response, 'to') === remoteTag) return acknowledgement && transactions.acknowledge(acknowledgement, peer);
    const other = invitation.dialogOf(response);
    transactions.acknowledge(invitation.acknowledgementIn(other), peer);
    transactions.request(other.request('BYE'), peer, { onResponse() {}, onTimeout() {} });
  }

  function receiveResponse(response: SipResponse): void {
    if (response.status >= 200 && response.status < 300) return answered(response);
    if (response.status >= 300) {
      if (given === undefined && invitation.offersAgainAfter(response)) return early.clear();
      return finish(given ?? refusalOf(response));
    }
    if (given !== undefined) return invitation.cancel();
    if (response.status === 100) return;
    const description = descriptionIn(response);
    if (description !== undefined && early.size < maxForks) early.set(tagOf(response, 'to') ?? '', description);
    leg.handlers.onProgress?.(response.status, description);
  }

  let remoteTag = '';
  const leg: RoutedLeg = {
    callId: headerOf(invitation.request, 'call-id') ?? '',
    localTag: tagOf(invitation.request, 'from') ?? '',
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
    replacesHeader: () => replacesHeaderOf(leg),
    acknowledged() {},
    receive(request) {
      if (established === undefined) return request.respond({ status: 481 });
      established.receive(request);
    },
  };
  const cancelRinging = clock.after(options.ringMs, () => {
    // Without any response, no phone is known to have rung.
    giveUp(invitation.isProceeding ? { by: 'local', status: 487, detail: 'nobody answered in time' } : noResponse);
  });
  invitation.send();
  return leg;
}
