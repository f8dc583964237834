import type { LegEnd, LegHandlers, SessionDescription, SipLeg } from '../../../../media/index.ts';
import type { PhoneWay } from './phone-ways.ts';
import type { Replaceable, ReplaceableLegs } from './replaceable-legs.ts';

/**
 * Connects a phone with another one, which rings at all of its addresses. The descriptions pass unchanged, so the
 * phones send their audio to each other.
 */
export type ConnectPhones = (caller: SipLeg, ways: readonly Pick<PhoneWay, 'dial'>[], organisation: string) => void;

/** A phone that does not support a changed session keeps the one it has. */
const notNow = { status: 488 } as const;

export const createBridges =
  (legs: Pick<ReplaceableLegs, 'add' | 'remove'>): ConnectPhones =>
  (caller, ways, organisation) =>
    bridgePhones(caller, ways, {
      add: (leg, replaceable) => legs.add(leg, organisation, replaceable),
      remove: (leg) => legs.remove(leg, organisation),
    });

/** A leg that takes the place of another one, and whether it may transfer the call. */
interface Successor {
  readonly next: SipLeg;
  readonly canRefer: boolean;
}

interface BridgedLegs {
  add(leg: SipLeg, replaceable: Replaceable): void;
  remove(leg: SipLeg): void;
}

function bridgePhones(caller: SipLeg, ways: readonly Pick<PhoneWay, 'dial'>[], bridged: BridgedLegs): void {
  if (caller.isOver) return;
  const { offer } = caller;
  if (offer === undefined && !caller.isOfferLate) return caller.refuse(488, 'The session description cannot be read');
  if (ways.length === 0) return caller.refuse(480, 'The phone is not registered');
  const ringing = new Set<SipLeg>();
  /** The two legs that talk; the caller alone while others ring. */
  let pair: readonly [SipLeg, SipLeg?] = [caller];
  let refusal: LegEnd | undefined;
  const otherOf = (leg: SipLeg): SipLeg | undefined => pair.find((member) => member !== leg);
  /** What each phone has described last. */
  const described = new Map<SipLeg, string>([[caller, offer?.text ?? '']]);

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
    described.set(callee, description.text);
    for (const leg of [caller, callee]) bridged.add(leg, replaceableOf(leg));
    caller.accept(description.text);
  }

  function ended(callee: SipLeg, end: LegEnd): void {
    if (pair.includes(callee)) return over(callee, end);
    ringing.delete(callee);
    if (end.by !== 'local') refusal = end;
    if (pair.length === 1 && ringing.size === 0) caller.refuse(refusal?.status ?? 480, refusal?.detail);
  }

  const replaceableOf = (leg: SipLeg): Replaceable => ({
    replace: (next, canRefer) => replace(leg, next, canRefer),
    other: () => otherOf(leg),
    release() {
      for (const member of pair) if (member !== undefined) bridged.remove(member);
      pair = [leg];
      leg.hangUp('transferred');
    },
  });

  /** Passes changes of the session, and transfers, to the other side. */
  const passing = (self: () => SipLeg, canRefer = true): Omit<LegHandlers, 'onEnd'> => ({
    onEstablished() {},
    async onReoffer(description) {
      const other = otherOf(self());
      const answer = description === undefined ? undefined : await other?.reoffer(description.text);
      if (answer === undefined || description === undefined || other === undefined) return notNow;
      described.set(self(), description.text).set(other, answer.text);
      return { sdp: answer.text };
    },
    // Keys travel in the audio, which does not pass this server.
    onDigit() {},
    onRefer: (target) => (canRefer ? otherOf(self())?.refer(target) : undefined),
  });

  /** The rest of the pair gets the description of the new leg, and keeps its call. */
  async function replace(old: SipLeg, next: SipLeg, canRefer: boolean): Promise<void> {
    const rest = otherOf(old);
    if (rest === undefined) return next.refuse(481, 'The call to be replaced is over');
    if (next.isOfferLate) return replaceLate(old, rest, { next, canRefer });
    let isNextOver = false;
    next.handlers = {
      ...passing(() => next),
      onEnd() {
        isNextOver = true;
      },
    };
    const answer = next.offer && (await rest.reoffer(next.offer.text));
    if (next.offer === undefined || answer === undefined) return next.refuse(488, 'The other phone did not agree');
    // It already sends its audio to the new leg.
    if (isNextOver) return rest.hangUp('the other party hung up');
    described.set(next, next.offer.text).set(rest, answer.text);
    next.accept(answer.text);
    swap(old, rest, { next, canRefer });
  }

  /** A leg without an offer gets what the rest described last, and the rest its answer. */
  function replaceLate(old: SipLeg, rest: SipLeg, { next, canRefer }: Successor): void {
    const established = async (description: SessionDescription | undefined): Promise<void> => {
      const answer = description && otherOf(old) === rest ? await rest.reoffer(description.text) : undefined;
      if (answer === undefined || otherOf(old) !== rest) return next.hangUp('the other phone did not agree');
      described.set(next, description?.text ?? '').set(rest, answer.text);
      swap(old, rest, { next, canRefer });
    };
    next.handlers = {
      ...passing(() => next),
      onEstablished: (description) => void established(description),
      onEnd() {},
    };
    next.accept(described.get(rest) ?? '');
  }

  function swap(old: SipLeg, rest: SipLeg, { next, canRefer }: Successor): void {
    pair = [next, rest];
    bridged.remove(old);
    bridged.add(next, replaceableOf(next));
    next.handlers = { ...passing(() => next, canRefer), onEnd: (end) => over(next, end) };
    old.hangUp('replaced');
  }

  caller.handlers = {
    ...passing(() => caller),
    onEstablished(description) {
      // The other phone made the offer in place of the caller.
      if (offer !== undefined) return;
      if (description === undefined) caller.hangUp('the offer was not answered');
      else {
        described.set(caller, description.text);
        otherOf(caller)?.accept(description.text);
      }
    },
    onEnd(end) {
      if (pair.includes(caller)) over(caller, end);
    },
  };
  for (const { dial } of ways) {
    const callee: SipLeg = dial({
      sdp: offer?.text,
      handlers: {
        ...passing(() => callee),
        onProgress: (status) => status === 180 && caller.ring(),
        onEstablished: (description) => connect(callee, description),
        onEnd: (end) => ended(callee, end),
      },
    });
    ringing.add(callee);
  }
}
