import type { LegHandlers, SessionDescription, SipLeg } from '../../../../media/index.ts';
import type { PhoneWay } from './phone-ways.ts';

/** The call to one address of a phone. */
export interface Ring {
  readonly sdp: string;
  /** Handlers of the leg once it is the one that answered. */
  readonly handlers: Omit<LegHandlers, 'onEstablished'>;
  /** The phone has answered. Returns why it is hung up, if it is. */
  answered(description: SessionDescription | undefined): string | undefined;
}

/** Phones that ring. */
export interface Ringing {
  /** Resolves to 200 once one has the call, and to the status of the last that refused if none takes it. */
  readonly status: Promise<number>;
  /** Hangs up those that still ring. */
  stop(): void;
}

/** Rings a phone at all of its addresses. `ringOf` returns what is offered to each, whose leg `next` returns afterwards. */
export function ringAll(ways: readonly PhoneWay[], ringOf: (way: PhoneWay, next: () => SipLeg) => Ring): Ringing {
  const ringing = new Set<SipLeg>();
  const status = new Promise<number>((resolve) => {
    for (const way of ways) {
      let isTaken = false;
      const { sdp, handlers, answered } = ringOf(way, () => next);
      const next: SipLeg = way.dial({
        sdp,
        handlers: {
          ...handlers,
          onEstablished(description) {
            // First, as the others are hung up when it takes the call.
            ringing.delete(next);
            const refusal = answered(description);
            if (refusal !== undefined) return next.hangUp(refusal);
            isTaken = true;
            resolve(200);
          },
          onEnd(end) {
            if (isTaken) return handlers.onEnd(end);
            ringing.delete(next);
            if (ringing.size === 0) resolve(end.status ?? 480);
          },
        },
      });
      ringing.add(next);
    }
  });
  return {
    status,
    stop() {
      for (const phone of [...ringing]) phone.hangUp('the transfer is over');
    },
  };
}
