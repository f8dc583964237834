import type { Clock } from '../kit/clock.ts';
import { parseNameAddress } from './address.ts';
import { allowHeader } from './allowed-methods.ts';
import { descriptionIn } from './body.ts';
import type { ClientHandlers } from './client-transaction.ts';
import type { Dialog, InDialog } from './dialog.ts';
import type { Credentials } from './digest.ts';
import { digitOf } from './info-digits.ts';
import { type LegEnd, type LegHandlers, sdpBody } from './leg.ts';
import { elementsOf, headerOf, type SipResponse } from './message.ts';
import { reasonHeaders } from './reason.ts';
import { createReferral, progressOf } from './referral.ts';
import { createReinviter } from './reinviter.ts';
import { sendRequest, statusLineOf } from './requester.ts';
import type { SessionDescription } from './sdp.ts';
import type { ServerTransaction } from './server-transaction.ts';
import {
  answeredInterval,
  createSessionTimer,
  isIntervalTooShort,
  minSessionSeconds,
  type SessionInterval,
  statedInterval,
  tooShort,
} from './session-timer.ts';
import type { Transactions } from './transactions.ts';

export interface EstablishedOptions {
  readonly dialog: Dialog;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly credentials: Credentials | undefined;
  readonly handlers: () => LegHandlers;
  /** Called once, when nothing more will be sent or received. */
  readonly onOver: () => void;
  /** Calls back once a BYE may be sent: after the ACK to our answer, or when none comes (RFC 3261, 15). At once by default. */
  readonly whenConfirmed?: (then: () => void) => void;
  /** The description that we sent last. */
  readonly localSdp: string;
  readonly interval: SessionInterval;
}

/** What both directions of calls do once they are answered. */
export interface Established {
  receive(transaction: ServerTransaction): void;
  hangUp(reason: string | undefined): void;
  /** Ends the call because the peer no longer answers. */
  lose(detail: string): void;
  reoffer(sdp: string): Promise<SessionDescription | undefined>;
  refer(target: string): Promise<number>;
}

/** A refused refresh with one of these means that the peer has no such call any more (RFC 5057). */
const endingStatuses: readonly number[] = [404, 408, 410, 481];

export function createEstablished(options: EstablishedOptions): Established {
  const { dialog, transactions, clock, credentials, handlers, whenConfirmed = (then) => then() } = options;
  let { localSdp } = options;
  let isOver = false;
  /** The peer has sent a BYE. */
  let isTheirs = false;
  const reinviter = createReinviter({ dialog, transactions, send });
  const referral = createReferral(send);
  const timer = createSessionTimer(clock, {
    refresh: () => void refresh(),
    expire: () => lose('the session timer expired'),
  });
  timer.restart(options.interval);

  function finish(end: LegEnd): void {
    if (isOver) return;
    isOver = true;
    timer.stop();
    referral.abandon();
    handlers().onEnd(end);
  }

  function leave(reason: string | undefined, end: LegEnd): void {
    if (isOver) return;
    finish(end);
    whenConfirmed(() => {
      if (!isTheirs) send('BYE', { headers: reasonHeaders(200, reason) }, { onResponse() {}, onTimeout() {} });
      options.onOver();
    });
  }

  function send(method: string, inDialog: InDialog, handle: ClientHandlers): void {
    const request = dialog.request(method, inDialog);
    sendRequest(transactions, { request, peer: dialog.peer, credentials, handlers: handle });
  }

  const lose = (detail: string): void => leave(detail, { by: 'timeout', detail });

  async function refresh(): Promise<void> {
    if (reinviter.isWaiting) return timer.restart({ seconds: minSessionSeconds, weRefresh: true });
    const response = await reinviter.invite(localSdp, [{ name: 'supported', value: 'timer' }]);
    if (isOver) return;
    if (response === undefined || endingStatuses.includes(response.status)) return lose('the peer no longer answers');
    timer.restart(response.status < 300 ? statedInterval(response) : options.interval);
  }

  function receiveOffer(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (reinviter.isWaiting) return transaction.respond({ status: 491 });
    if (isIntervalTooShort(request)) return transaction.respond(tooShort);
    const description = descriptionIn(request);
    if (request.body.length > 0 && description === undefined) return transaction.respond({ status: 488 });
    dialog.retarget(request);
    if (request.method === 'UPDATE' && request.body.length === 0) return agree(transaction);
    Promise.resolve(handlers().onReoffer(description)).then(
      (answer) =>
        'status' in answer ? transaction.respond({ status: answer.status }) : agree(transaction, answer.sdp),
      () => transaction.respond({ status: 500 }),
    );
  }

  /** Accepts a changed session, and the interval of its timer. */
  function agree(transaction: ServerTransaction, sdp?: string): void {
    if (isOver) return transaction.respond({ status: 481 });
    if (sdp !== undefined) localSdp = sdp;
    const { interval, headers } = answeredInterval(transaction.request);
    timer.restart(interval);
    const body = sdp === undefined ? {} : { body: sdpBody(sdp) };
    transaction.respond({ status: 200, headers: [dialog.contact, allowHeader, ...headers], ...body });
  }

  function receiveInfo({ request, respond }: ServerTransaction): void {
    const digit = digitOf(request);
    respond({ status: digit !== undefined || request.body.length === 0 ? 200 : 415 });
    if (digit !== undefined) handlers().onDigit(digit);
  }

  function receiveRefer({ request, respond }: ServerTransaction): void {
    const target = parseNameAddress(elementsOf(request, 'refer-to')[0] ?? '')?.uri;
    const outcome = target === undefined ? undefined : handlers().onRefer(target);
    respond({ status: outcome !== undefined ? 202 : target === undefined ? 400 : 603 });
    if (outcome === undefined) return;
    notify(100);
    outcome.then(notify, () => notify(500));
  }

  function notify(status: number): void {
    if (!isOver) send('NOTIFY', progressOf(status), { onResponse() {}, onTimeout() {} });
  }

  return {
    receive(transaction) {
      const { request } = transaction;
      if (isOver) {
        // Our own BYE may still wait for the ACK.
        isTheirs ||= request.method === 'BYE';
        return transaction.respond({ status: request.method === 'BYE' ? 200 : 481 });
      }
      if (!dialog.accepts(request)) return transaction.respond({ status: 500 });
      switch (request.method) {
        case 'BYE': {
          transaction.respond({ status: 200 });
          const reason = headerOf(request, 'reason');
          options.onOver();
          return finish({ by: 'remote', detail: reason === undefined ? 'BYE' : `BYE (${reason})` });
        }
        case 'INVITE':
        case 'UPDATE':
          return receiveOffer(transaction);
        case 'INFO':
          return receiveInfo(transaction);
        case 'REFER':
          return receiveRefer(transaction);
        case 'NOTIFY':
          return referral.receive(transaction);
        case 'OPTIONS':
          return transaction.respond({ status: 200, headers: [allowHeader] });
        default:
          transaction.respond({ status: 405, headers: [allowHeader] });
      }
    },
    hangUp: (reason) => leave(reason, { by: 'local', detail: reason ?? 'BYE' }),
    lose,
    async reoffer(sdp) {
      if (isOver || reinviter.isWaiting) return undefined;
      const response = await reinviter.invite(sdp, []);
      if (isOver || response === undefined || response.status >= 300) return undefined;
      localSdp = sdp;
      return descriptionIn(response);
    },
    refer: (target) => referral.refer(target),
  };
}

/** Returns how an INVITE that was not answered ended. */
export function refusalOf(response: SipResponse): LegEnd {
  const detail = statusLineOf(response);
  const cause = /\(Q\.850 (\d+)\)/.exec(detail)?.[1];
  return { by: 'remote', status: response.status, detail, ...(cause === undefined ? {} : { cause: Number(cause) }) };
}
