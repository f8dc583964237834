import type { Clock } from '../kit/clock.ts';
import { parseNameAddress, userOf } from './address.ts';
import { allowHeader } from './allowed-methods.ts';
import { descriptionIn } from './body.ts';
import { type Dialog, incomingDialog, type LocalAddresses } from './dialog.ts';
import { createEstablished, type Established } from './established.ts';
import { type LegEnd, type LegHandlers, type SipLeg, sdpBody } from './leg.ts';
import { elementsOf, headerOf, type SipRequest } from './message.ts';
import { reasonHeaders } from './reason.ts';
import { replacedIn, replacesHeaderOf } from './referral.ts';
import type { ServerTransaction } from './server-transaction.ts';
import { answeredInterval } from './session-timer.ts';
import type { Transactions } from './transactions.ts';

export interface IncomingLegOptions {
  readonly transaction: ServerTransaction;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly addresses: LocalAddresses;
  /** Called once, when the leg needs no more messages. */
  readonly onOver: () => void;
}

/** A leg with the parts that the server needs to route messages to it. */
export interface RoutedLeg extends SipLeg {
  readonly localTag: string;
  readonly remoteTag: string;
  /** An ACK with this description: the answer to our offer if the INVITE had none. */
  acknowledged(request: SipRequest): void;
  receive(transaction: ServerTransaction): void;
}

const ignore: LegHandlers = {
  onEstablished() {},
  onReoffer: () => ({ status: 488 }),
  onDigit() {},
  onRefer: () => undefined,
  onEnd() {},
};

/** Some trunks state the dialled number apart, and their own name of us in To (RFC 7315). */
const calledIn = (invite: SipRequest): string =>
  parseNameAddress(headerOf(invite, 'p-called-party-id') ?? headerOf(invite, 'to') ?? '')?.uri ?? '';

/** Answers one INVITE. */
export function createIncomingLeg(options: IncomingLegOptions): RoutedLeg {
  const { transaction, transactions, clock, addresses } = options;
  const invite = transaction.request;
  const dialog: Dialog = incomingDialog(invite, transaction.source, addresses);
  let established: Established | undefined;
  let isOver = false;
  let isAcknowledged = false;
  /** Waits for the ACK to our answer, or for its transaction to give up. */
  let onConfirmed: (() => void) | undefined = () => {};

  function finish(end: LegEnd): void {
    if (isOver) return;
    isOver = true;
    options.onOver();
    leg.handlers.onEnd(end);
  }

  transaction.onCancel = () => {
    transaction.respond({ status: 487, toTag: dialog.localTag });
    finish({ by: 'remote', status: 487, detail: '487 Request Terminated' });
  };
  function confirmed(): void {
    const then = onConfirmed;
    onConfirmed = undefined;
    then?.();
  }

  transaction.onNoAcknowledgement = () => {
    confirmed();
    established?.lose('the answer was never acknowledged');
  };

  const from = parseNameAddress(headerOf(invite, 'from') ?? '');
  const replaces = headerOf(invite, 'replaces');
  const leg: RoutedLeg = {
    callId: dialog.callId,
    localTag: dialog.localTag,
    remoteTag: dialog.remoteTag,
    direction: 'incoming',
    peer: transaction.source,
    party: {
      from: userOf(from?.uri ?? ''),
      fromName: from?.displayName ?? '',
      to: userOf(invite.uri),
      called: userOf(calledIn(invite)),
    },
    offer: descriptionIn(invite),
    isOfferLate: invite.body.length === 0,
    replaces: replaces === undefined ? undefined : replacedIn(replaces),
    userAgent: headerOf(invite, 'user-agent') ?? '',
    get isOver() {
      return isOver;
    },
    handlers: ignore,
    ring() {
      // A caller that requires reliable provisional responses waits for the answer without one.
      if (isOver || elementsOf(invite, 'require').includes('100rel')) return;
      transaction.respond({ status: 180, toTag: dialog.localTag, headers: [dialog.contact] });
    },
    accept(sdp) {
      if (isOver || established !== undefined) return;
      const { interval, headers } = answeredInterval(invite);
      established = createEstablished({
        dialog,
        transactions,
        clock,
        credentials: undefined,
        handlers: () => leg.handlers,
        onOver: () => {
          isOver = true;
          options.onOver();
        },
        whenConfirmed(then) {
          if (onConfirmed === undefined) then();
          else onConfirmed = then;
        },
        localSdp: sdp,
        interval,
      });
      transaction.respond({
        status: 200,
        toTag: dialog.localTag,
        headers: [
          ...elementsOf(invite, 'record-route').map((value) => ({ name: 'record-route', value })),
          dialog.contact,
          allowHeader,
          { name: 'supported', value: 'timer, replaces' },
          ...headers,
        ],
        body: sdpBody(sdp),
      });
    },
    refuse(status, reason) {
      if (isOver || established !== undefined) return;
      transaction.respond({ status, toTag: dialog.localTag, headers: reasonHeaders(status, reason) });
      finish({ by: 'local', status, detail: reason ?? String(status) });
    },
    hangUp(reason) {
      if (established !== undefined) established.hangUp(reason);
      else leg.refuse(480, reason);
    },
    lose: (detail) => established?.lose(detail),
    reoffer: async (sdp) => established?.reoffer(sdp),
    refer: async (target) => established?.refer(target) ?? 481,
    replacesHeader: () => replacesHeaderOf(dialog),
    acknowledged(request) {
      transaction.acknowledge();
      confirmed();
      if (isAcknowledged || isOver || established === undefined) return;
      isAcknowledged = true;
      leg.handlers.onEstablished(descriptionIn(request));
    },
    receive(next) {
      if (established !== undefined) return established.receive(next);
      // Before the answer only a BYE has a meaning: the caller gives up.
      next.respond({ status: next.request.method === 'BYE' ? 200 : 491 });
      if (next.request.method === 'BYE') transaction.onCancel?.();
    },
  };
  return leg;
}
