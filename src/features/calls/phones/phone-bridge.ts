import type { DialOptions, LegEnd, LegHandlers, SessionDescription, SipLeg } from '../../../../media/index.ts';

/** Calls one address at which the other phone is registered. */
export type DialWay = (options: Pick<DialOptions, 'sdp' | 'handlers'>) => SipLeg;

/** Connected phones, by the Call-IDs of their legs. */
export interface Bridges {
  /**
   * Connects a phone with another one, which rings at all of its addresses. The descriptions pass unchanged, so the
   * phones send their audio to each other.
   */
  connect(caller: SipLeg, ways: readonly DialWay[], organisation: string): void;
  /** Lets a leg replace the one that it names (RFC 3891), which is hung up. */
  replace(next: SipLeg, organisation: string): Promise<void>;
}

type Replace = (next: SipLeg) => Promise<void>;

/** A phone that does not support a changed session keeps the one it has. */
const notNow = { status: 488 } as const;

export function createBridges(): Bridges {
  /** How each leg is replaced. */
  const legs = new Map<string, Replace>();
  const keyOf = (callId: string, organisation: string): string => `${organisation}|${callId}`;

  return {
    connect(caller, ways, organisation) {
      bridgePhones(caller, ways, {
        add: ({ callId }, replace) => void legs.set(keyOf(callId, organisation), replace),
        remove: ({ callId }) => void legs.delete(keyOf(callId, organisation)),
      });
    },
    async replace(next, organisation) {
      const replace = legs.get(keyOf(next.replaces ?? '', organisation));
      if (replace === undefined) return next.refuse(481, 'The call to be replaced is over');
      await replace(next);
    },
  };
}

interface BridgedLegs {
  add(leg: SipLeg, replace: Replace): void;
  remove(leg: SipLeg): void;
}

function bridgePhones(caller: SipLeg, ways: readonly DialWay[], bridged: BridgedLegs): void {
  const { offer } = caller;
  if (offer === undefined && !caller.isOfferLate) return caller.refuse(488, 'The session description cannot be read');
  if (ways.length === 0) return caller.refuse(480, 'The phone is not registered');
  const ringing = new Set<SipLeg>();
  /** The two legs that talk; the caller alone while others ring. */
  let pair: readonly [SipLeg, SipLeg?] = [caller];
  let refusal: LegEnd | undefined;
  const otherOf = (leg: SipLeg): SipLeg | undefined => pair.find((member) => member !== leg);

  function over(leg: SipLeg, end: LegEnd): void {
    bridged.remove(leg);
    for (const other of ringing) other.hangUp('the caller hung up');
    otherOf(leg)?.hangUp(end.detail);
  }

  function connect(callee: SipLeg, description: SessionDescription | undefined): void {
    if (pair.length > 1 || description === undefined) return callee.hangUp('answered elsewhere');
    pair = [caller, callee];
    ringing.delete(callee);
    for (const other of ringing) other.hangUp('answered elsewhere');
    for (const leg of [caller, callee]) bridged.add(leg, (next) => replace(leg, next));
    caller.accept(description.text);
  }

  function ended(callee: SipLeg, end: LegEnd): void {
    if (pair.includes(callee)) return over(callee, end);
    ringing.delete(callee);
    if (end.by !== 'local') refusal = end;
    if (pair.length === 1 && ringing.size === 0) caller.refuse(refusal?.status ?? 480, refusal?.detail);
  }

  /** The rest of the pair gets the description of the new leg, and keeps its call. */
  async function replace(old: SipLeg, next: SipLeg): Promise<void> {
    const rest = otherOf(old);
    let isNextOver = false;
    next.handlers = {
      ...passing(() => undefined),
      onEnd() {
        isNextOver = true;
      },
    };
    const answer = next.offer && (await rest?.reoffer(next.offer.text));
    if (rest === undefined || answer === undefined) return next.refuse(488, 'The other phone did not agree');
    // It already sends its audio to the new leg.
    if (isNextOver) return rest.hangUp('the other party hung up');
    pair = [next, rest];
    bridged.remove(old);
    bridged.add(next, (later) => replace(next, later));
    next.handlers = { ...passing(() => otherOf(next)), onEnd: (end) => over(next, end) };
    next.accept(answer.text);
    old.hangUp('replaced');
  }

  caller.handlers = {
    ...passing(() => otherOf(caller)),
    onEstablished(description) {
      // The other phone made the offer in place of the caller.
      if (offer !== undefined) return;
      if (description === undefined) caller.hangUp('the offer was not answered');
      else otherOf(caller)?.accept(description.text);
    },
    onEnd(end) {
      if (pair.includes(caller)) over(caller, end);
    },
  };
  for (const dial of ways) {
    const callee: SipLeg = dial({
      sdp: offer?.text,
      handlers: {
        ...passing(() => otherOf(callee)),
        onProgress: (status) => status === 180 && caller.ring(),
        onEstablished: (description) => connect(callee, description),
        onEnd: (end) => ended(callee, end),
      },
    });
    ringing.add(callee);
  }
}

/** Passes changes of the session, and transfers, to the other side. */
const passing = (other: () => SipLeg | undefined): Omit<LegHandlers, 'onEnd'> => ({
  onEstablished() {},
  async onReoffer(description) {
    const answer = description === undefined ? undefined : await other()?.reoffer(description.text);
    return answer === undefined ? notNow : { sdp: answer.text };
  },
  // Keys travel in the audio, which does not pass this server.
  onDigit() {},
  onRefer: (target) => other()?.refer(target),
});
