import {
  type LegEnd,
  type LegHandlers,
  readReferredTo,
  type SessionDescription,
  type SipLeg,
} from '../../../../media/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { MediaSession } from './media-session.ts';
import { type Attempt, createPendingTransfer } from './pending-transfer.ts';
import type { PhoneWay } from './phone-ways.ts';
import type { PlacedLine } from './placed-lines.ts';
import type { ReplaceableLegs } from './replaceable-legs.ts';
import { ringAll } from './ring-all.ts';

export interface FarEndsOptions {
  readonly legs: ReplaceableLegs;
  /** Returns the ways to reach the phone with an extension; undefined if no phone has it. */
  readonly waysTo: (
    organisation: OrganisationId,
    extension: string,
    shownAs: string,
  ) => Promise<readonly PhoneWay[] | undefined>;
  /** Calls `then` after a time. */
  readonly after?: (ms: number, then: () => void) => void;
}

/** A leg whose audio ends at a line of ours. */
export interface FarEndOptions {
  readonly leg: SipLeg;
  readonly line: Pick<PlacedLine, 'addressTowards' | 'key' | 'update'>;
  readonly session: MediaSession;
  readonly organisation: OrganisationId;
  /** Number of our side, shown to a phone that the leg is transferred to. */
  readonly shownAs: string;
  /** Whether the leg may transfer the call: a phone may, and a trunk may not place calls here. */
  readonly canRefer: boolean;
  /** Called once, when nobody is left at the far end. */
  readonly onEnd: (end: LegEnd) => void;
}

/** Who is at the far end of a line. Another phone may take its place: by REFER, or by an INVITE with Replaces. */
export interface FarEnd extends Pick<SipLeg, 'hangUp' | 'lose'> {
  /** Handlers of the first leg. */
  readonly handlers: Omit<LegHandlers, 'onEstablished'>;
}

export type FarEnds = (options: FarEndOptions) => FarEnd;

/** The phone that transferred a call hangs up itself; one that does not is hung up after this time. */
const patienceMs = 2000;

/** Far ends of the lines of this server. */
export const createFarEnds =
  (options: FarEndsOptions): FarEnds =>
  (farEnd) =>
    openFarEnd(farEnd, options);

function openFarEnd(options: FarEndOptions, { legs, waysTo, after = afterTime }: FarEndsOptions): FarEnd {
  const { line, organisation } = options;
  let { leg, session, canRefer } = options;
  const transfer = createPendingTransfer(finish);
  let isOver = false;

  function finish(end: LegEnd): void {
    if (isOver) return;
    isOver = true;
    legs.remove(leg, organisation);
    transfer.stop();
    options.onEnd(end);
  }

  function ended(end: LegEnd): void {
    if (!transfer.isPending || end.by === 'local') return finish(end);
    transfer.depart(end);
    session.pause(leg);
  }

  /** Another leg has the line from now on. Returns the one before. */
  function take(next: SipLeg, its: MediaSession): SipLeg {
    const before = leg;
    legs.remove(before, organisation);
    leg = next;
    session = its;
    transfer.complete();
    legs.add(leg, organisation, { replace, other: () => undefined, release() {} });
    return before;
  }

  /** Gives the line what it agreed on with a leg. Returns false if there is nothing that it can carry. */
  function agree(next: SipLeg, its: MediaSession, description: SessionDescription | undefined): boolean {
    const agreement = description && its.agree(description);
    if (description === undefined || agreement === undefined) return false;
    its.agreed(agreement, description);
    line.update(its.rtpOf(agreement, next));
    return true;
  }

  function handlersOf(which: () => SipLeg, its: MediaSession): FarEnd['handlers'] {
    const isHere = (): boolean => which() === leg && !isOver;
    return {
      onReoffer: (description) => (isHere() ? its.reoffer(which(), description) : { status: 488 }),
      onDigit: (digit) => isHere() && line.key(digit),
      onRefer: (target) => (isHere() && !transfer.isPending ? refer(target) : undefined),
      onEnd: (end) => which() === leg && ended(end),
    };
  }

  function refer(target: string): Promise<number> | undefined {
    const { user, replaces } = readReferredTo(target);
    if (!canRefer || (user === '' && replaces === undefined)) return undefined;
    return transfer.attempt((mine) => (replaces === undefined ? ring(user, mine) : join(replaces, mine)));
  }

  /** The phone has called somebody else, who gets the line in its place. */
  async function join(callId: string, mine: Attempt): Promise<number> {
    const consultation = legs.get(callId, organisation);
    const other = consultation?.other();
    if (consultation === undefined || other === undefined) return 481;
    const its = session.successor(line.addressTowards(other.peer.address));
    const answer = await other.reoffer(its.offer());
    if (answer === undefined || consultation.other() !== other) return 488;
    const isPending = transfer.isOf(mine) && !isOver;
    if (!isPending || !agree(other, its, answer)) {
      // It already sends its audio here.
      other.hangUp('the transfer failed');
      return isPending ? 488 : 487;
    }
    other.handlers = { ...handlersOf(() => other, its), onEstablished() {} };
    consultation.release();
    leave(take(other, its));
    return 200;
  }

  /** Rings a phone at all of its addresses. The first that answers gets the line. */
  async function ring(extension: string, mine: Attempt): Promise<number> {
    const ways = await waysTo(organisation, extension, options.shownAs);
    if (ways === undefined) return 404;
    if (isOver || ways.length === 0) return 480;
    const { status, stop } = ringAll(ways, (way, next) => {
      const its = session.successor(line.addressTowards(way.peer.address));
      return {
        sdp: its.offer(),
        handlers: handlersOf(next, its),
        answered(description) {
          const isWanted = transfer.isOf(mine) && !isOver;
          if (!isWanted || !agree(next(), its, description)) return isWanted ? 'no common codec' : 'answered elsewhere';
          leave(take(next(), its));
          return undefined;
        },
      };
    });
    mine.stop = stop;
    return status;
  }

  /** The phone hears that the transfer went well, and hangs up. */
  function leave(before: SipLeg): void {
    after(patienceMs, () => before.hangUp('transferred'));
  }

  async function replace(next: SipLeg, mayRefer: boolean): Promise<void> {
    const its = session.successor(line.addressTowards(next.peer.address));
    const agreement = next.offer && its.agree(next.offer);
    if (isOver || (agreement === undefined && !next.isOfferLate)) return next.refuse(488, 'The audio cannot change');
    next.handlers = {
      ...handlersOf(() => next, its),
      onEstablished(description) {
        if (agreement !== undefined) return;
        if (isOver || !agree(next, its, description)) return next.hangUp('no common codec');
        canRefer = mayRefer;
        take(next, its).hangUp('replaced');
      },
    };
    if (agreement === undefined || next.offer === undefined) return next.accept(its.offer());
    next.accept(its.answer(agreement, next.offer));
    line.update(its.rtpOf(agreement, next));
    canRefer = mayRefer;
    take(next, its).hangUp('replaced');
  }

  take(leg, session);
  return {
    handlers: handlersOf(() => options.leg, session),
    hangUp(reason) {
      leg.hangUp(reason);
      transfer.abandon();
    },
    lose(detail) {
      leg.lose(detail);
      transfer.abandon();
    },
  };
}

function afterTime(ms: number, then: () => void): void {
  setTimeout(then, ms).unref();
}
