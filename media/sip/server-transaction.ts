import type { Clock } from '../kit/clock.ts';
import type { SipRequest } from './message.ts';
import { printMessage, type ResponseOptions, responseTo } from './print-message.ts';
import { timers } from './timers.ts';
import { isReliable, type SendTo, type SipPeer } from './transport.ts';

export interface ServerTransactionOptions {
  readonly request: SipRequest;
  readonly source: SipPeer;
  readonly clock: Clock;
  readonly send: SendTo;
  readonly onOver: () => void;
}

/** A request that we received, until its final response is known to have arrived (RFC 3261, 17.2, and RFC 6026). */
export interface ServerTransaction {
  readonly request: SipRequest;
  readonly source: SipPeer;
  /** Sends a response. Only the first final response has an effect. */
  respond(response: ResponseOptions): void;
  /** Sends the latest response again: the request was repeated. */
  repeat(): void;
  /** The ACK arrived. */
  acknowledge(): void;
  /** Called when the other end cancels an INVITE that has no final response yet. */
  onCancel: (() => void) | undefined;
  /** Called if a 2xx to an INVITE is never acknowledged. */
  onNoAcknowledgement: (() => void) | undefined;
  readonly hasFinalResponse: boolean;
  /** Ends it without calling a handler. */
  abandon(): void;
}

type State = 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'over';

export function createServerTransaction(options: ServerTransactionOptions): ServerTransaction {
  const { request, source, clock, send } = options;
  const isInvite = request.method === 'INVITE';
  let state: State = 'proceeding';
  let latest: Buffer | undefined;
  let cancelRetransmission = (): void => {};
  let cancelEnd = (): void => {};

  function finish(): void {
    if (state === 'over') return;
    state = 'over';
    cancelRetransmission();
    cancelEnd();
    options.onOver();
  }

  function endAfter(ms: number, then: () => void = finish): void {
    cancelEnd();
    cancelEnd = clock.after(ms, then);
  }

  function repeat(): void {
    if (latest !== undefined) send(latest, source);
  }

  function retransmitAfter(ms: number): void {
    cancelRetransmission = clock.after(ms, () => {
      repeat();
      retransmitAfter(Math.min(ms * 2, timers.t2));
    });
  }

  function unacknowledged(): void {
    const wasAccepted = state === 'accepted';
    finish();
    if (wasAccepted) transaction.onNoAcknowledgement?.();
  }

  const transaction: ServerTransaction = {
    request,
    source,
    onCancel: undefined,
    onNoAcknowledgement: undefined,
    respond(response) {
      if (state !== 'proceeding') return;
      latest = printMessage(responseTo(request, response));
      repeat();
      if (response.status < 200) return;
      if (!isInvite) {
        state = 'completed';
        return endAfter(isReliable(source) ? 0 : timers.timeout);
      }
      const isAccepted = response.status < 300;
      state = isAccepted ? 'accepted' : 'completed';
      // A 2xx is repeated on every transport, because it crosses proxies that may use UDP.
      if (isAccepted || !isReliable(source)) retransmitAfter(timers.t1);
      endAfter(timers.timeout, unacknowledged);
    },
    repeat,
    acknowledge() {
      if (state !== 'accepted' && state !== 'completed') return;
      cancelRetransmission();
      const wasAccepted = state === 'accepted';
      state = 'confirmed';
      endAfter(wasAccepted ? timers.timeout : isReliable(source) ? 0 : timers.t4);
    },
    abandon: finish,
    get hasFinalResponse() {
      return state !== 'proceeding';
    },
  };
  return transaction;
}
