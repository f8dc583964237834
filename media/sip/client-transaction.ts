import type { Clock } from '../kit/clock.ts';
import { headerOf, type SipRequest, type SipResponse } from './message.ts';
import { printMessage, requestOf } from './print-message.ts';
import { timers } from './timers.ts';
import { isReliable, type SendTo, type SipPeer } from './transport.ts';

export interface ClientHandlers {
  /** Called for each provisional response, and for each 2xx to an INVITE, repeated ones included. */
  onResponse(response: SipResponse): void;
  /** Called if no final response arrives in time. */
  onTimeout(): void;
}

export interface ClientTransactionOptions {
  readonly request: SipRequest;
  readonly peer: SipPeer;
  readonly clock: Clock;
  readonly send: SendTo;
  readonly handlers: ClientHandlers;
  /** Called once, when the transaction needs no further messages. */
  readonly onOver: () => void;
}

/** A request that we sent, until its final response (RFC 3261, 17.1, and RFC 6026). */
export interface ClientTransaction {
  readonly request: SipRequest;
  readonly peer: SipPeer;
  receive(response: SipResponse): void;
  /** True once any response has arrived: only then may an INVITE be cancelled. */
  readonly isProceeding: boolean;
  /** Ends it without calling a handler. */
  abandon(): void;
}

type State = 'calling' | 'proceeding' | 'accepted' | 'completed' | 'over';

export function createClientTransaction(options: ClientTransactionOptions): ClientTransaction {
  const { request, peer, clock, send, handlers } = options;
  const isInvite = request.method === 'INVITE';
  const bytes = printMessage(request);
  let state: State = 'calling';
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

  function retransmitAfter(ms: number): void {
    cancelRetransmission = clock.after(ms, () => {
      send(bytes, peer);
      const longest = isInvite ? Number.POSITIVE_INFINITY : timers.t2;
      retransmitAfter(state === 'proceeding' ? timers.t2 : Math.min(ms * 2, longest));
    });
  }

  function timeOut(): void {
    finish();
    handlers.onTimeout();
  }

  function final(response: SipResponse): void {
    cancelRetransmission();
    if (isInvite && response.status < 300) {
      state = 'accepted';
      endAfter(timers.timeout);
      return handlers.onResponse(response);
    }
    const isRepeated = state === 'completed';
    state = 'completed';
    if (isInvite) send(printMessage(acknowledgementOf(request, response)), peer);
    if (isRepeated) return;
    endAfter(isReliable(peer) ? 0 : isInvite ? timers.timeout : timers.t4);
    handlers.onResponse(response);
  }

  send(bytes, peer);
  if (!isReliable(peer)) retransmitAfter(timers.t1);
  endAfter(timers.timeout, timeOut);

  return {
    request,
    peer,
    receive(response) {
      if (state === 'over') return;
      if (state === 'accepted') {
        if (response.status >= 200 && response.status < 300) handlers.onResponse(response);
        return;
      }
      if (response.status >= 200) return final(response);
      if (state === 'completed') return;
      state = 'proceeding';
      if (isInvite) {
        // An INVITE may ring for as long as its caller waits.
        cancelRetransmission();
        cancelEnd();
      }
      handlers.onResponse(response);
    },
    get isProceeding() {
      return state === 'proceeding';
    },
    abandon: finish,
  };
}

/** The ACK to a refusal belongs to the INVITE's transaction and has its branch. */
function acknowledgementOf(invite: SipRequest, response: SipResponse): SipRequest {
  const kept = invite.headers.filter(({ name }) => ['from', 'call-id', 'route', 'max-forwards'].includes(name));
  const via = headerOf(invite, 'via') ?? '';
  const number = (headerOf(invite, 'cseq') ?? '').split(' ')[0];
  return requestOf('ACK', invite.uri, [
    { name: 'via', value: via },
    { name: 'to', value: headerOf(response, 'to') ?? '' },
    { name: 'cseq', value: `${number} ACK` },
    ...kept,
  ]);
}
