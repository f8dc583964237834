import type { CallEndReason } from '../../ports.ts';
import type { CallState } from './call-state.ts';

/** After so many replies in a row that failed, the call is ended rather than the caller tried further. */
const failuresUntilFarewell = 3;
/** A required disclosure that cannot be said in full is tried so often. */
const mostDisclosures = 3;
/** In these a person may begin to speak instead of the agent. */
const takeable: readonly CallState[] = ['listening', 'thinking', 'speaking'];

/** What of a call decides whether the agent may speak, and how the call ends. Pure: it says nothing itself. */
export interface ResponderState {
  /** The agent may begin to say something. */
  readonly mayAnswer: boolean;
  /** A reply stops for a caller who speaks over it: neither a farewell nor a required disclosure does. */
  readonly mayBeInterrupted: boolean;
  /** A person may begin to speak instead of the agent. */
  readonly mayBeTaken: boolean;
  /** Something may be said in the next gap. */
  readonly hasGaps: boolean;
  /** A person speaks instead of the agent. */
  taken: boolean;
  /** Why the call ends after what is being said; undefined while it continues. The first reason stays. */
  readonly endReason: CallEndReason | undefined;
  end(reason: CallEndReason, atLatestMs: number): void;
  /** The farewell takes longer than the line is kept open for it. */
  isOverdue(nowMs: number): boolean;
  /** A reply failed or did not. */
  replied(failed: boolean): void;
  /** So many replies failed in a row that the call is given up. */
  readonly isHopeless: boolean;
  /** The required disclosure is being said. */
  readonly disclosing: boolean;
  beginDisclosure(): void;
  /** It has been said: `again` where it was not heard in full, until it has been said often enough. */
  disclosureSaid(heardInFull: boolean): 'again' | 'heard' | 'not_heard';
  stopDisclosure(): void;
}

/** `callState`: where the call stands. */
export function createResponderState(callState: () => CallState): ResponderState {
  let ending: { readonly reason: CallEndReason; readonly atLatestMs: number } | undefined;
  let taken = false;
  let failures = 0;
  /** Times that the required disclosure has been said in a row; undefined when it is not being said. */
  let disclosures: number | undefined;
  const hasGaps = (): boolean => !taken && ending === undefined && takeable.includes(callState());
  return {
    get mayAnswer() {
      return ending === undefined && !taken && callState() !== 'ended';
    },
    get mayBeInterrupted() {
      return ending === undefined && disclosures === undefined;
    },
    get mayBeTaken() {
      return hasGaps() && disclosures === undefined;
    },
    get hasGaps() {
      return hasGaps();
    },
    get taken() {
      return taken;
    },
    set taken(isTaken) {
      taken = isTaken;
    },
    get endReason() {
      return ending?.reason;
    },
    end(reason, atLatestMs) {
      ending ??= { reason, atLatestMs };
    },
    isOverdue: (nowMs) => ending !== undefined && callState() !== 'ended' && nowMs > ending.atLatestMs,
    replied(failed) {
      failures = failed ? failures + 1 : 0;
    },
    get isHopeless() {
      return failures >= failuresUntilFarewell;
    },
    get disclosing() {
      return disclosures !== undefined;
    },
    beginDisclosure() {
      disclosures = (disclosures ?? 0) + 1;
    },
    disclosureSaid(heardInFull) {
      if (!heardInFull && disclosures !== undefined && disclosures < mostDisclosures) return 'again';
      disclosures = undefined;
      return heardInFull ? 'heard' : 'not_heard';
    },
    stopDisclosure() {
      disclosures = undefined;
    },
  };
}
