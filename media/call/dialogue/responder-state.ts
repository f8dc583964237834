import type { CallEndReason } from '../../ports.ts';
import type { CallState } from './call-state.ts';

/** Number of consecutive failed replies after which the call is ended. */
const failuresUntilFarewell = 3;
/** Maximum attempts at a required disclosure that is not heard in full. */
const mostDisclosures = 3;
/** A caller who goes on during each goodbye does not keep the call open for ever. */
const mostReopened = 3;
/** How long a caller who went on during a goodbye may speak after the next one. */
const lingerMs = 5000;
/** States in which a person may begin to speak instead of the agent. */
const takeable: readonly CallState[] = ['listening', 'thinking', 'speaking'];

/** State that decides whether the agent may speak and how the call ends. Pure: produces no speech itself. */
export interface ResponderState {
  /** Whether the agent may begin to speak. */
  readonly mayAnswer: boolean;
  /** Whether a caller can interrupt: not during a farewell or a required disclosure. */
  readonly mayBeInterrupted: boolean;
  /** Whether a person may begin to speak instead of the agent. */
  readonly mayBeTaken: boolean;
  /** Whether something can be said in the next gap. */
  readonly hasGaps: boolean;
  /** True while a person speaks instead of the agent. */
  taken: boolean;
  /** Why the call ends after the current speech; undefined while it continues. The first reason is kept. */
  readonly endReason: CallEndReason | undefined;
  end(reason: CallEndReason, atLatestMs: number, by: 'agent' | 'call'): void;
  /** Keeps the line open until then at most, because the caller speaks. Returns false if the call ends regardless. */
  hearOut(atLatestMs: number): boolean;
  /**
   * Keeps the line open for a moment for a caller who went on during an earlier goodbye: the latest one may not have
   * answered them. Returns false if none did, or the moment is over.
   */
  linger(nowMs: number): boolean;
  /** Whether the line is open only because it lingers. */
  readonly lingers: boolean;
  /** Continues the call, because the caller went on during the agent's goodbye. Returns false if it ends regardless. */
  reopen(): boolean;
  /** Whether the farewell takes longer than the line may stay open for it. */
  isOverdue(nowMs: number): boolean;
  /** Records whether a reply failed. */
  replied(failed: boolean): void;
  /** True when so many replies in a row have failed that the call must end. */
  readonly isHopeless: boolean;
  /** True while the required disclosure is being spoken. */
  readonly disclosing: boolean;
  beginDisclosure(): void;
  /** Reports that it was spoken. Returns `again` if it was not heard in full and attempts are left. */
  disclosureSaid(heardInFull: boolean): 'again' | 'heard' | 'not_heard';
  stopDisclosure(): void;
}

interface Ending {
  readonly reason: CallEndReason;
  readonly atLatestMs: number;
  readonly mayReopen: boolean;
  readonly lingersUntilMs?: number;
}

/** Creates the state; `callState` returns the state of the call. */
export function createResponderState(callState: () => CallState): ResponderState {
  let ending: Ending | undefined;
  let reopened = 0;
  let taken = false;
  let failures = 0;
  /** Number of times in a row that the required disclosure was spoken; undefined while it is not being spoken. */
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
    end(reason, atLatestMs, by) {
      ending ??= { reason, atLatestMs, mayReopen: by === 'agent' && reopened < mostReopened };
    },
    hearOut(atLatestMs) {
      if (ending?.mayReopen !== true) return false;
      ending = { ...ending, atLatestMs };
      return true;
    },
    linger(nowMs) {
      if (ending?.mayReopen !== true || reopened === 0) return false;
      const { lingersUntilMs = nowMs + lingerMs } = ending;
      ending = { ...ending, lingersUntilMs, atLatestMs: lingersUntilMs };
      return nowMs < lingersUntilMs;
    },
    get lingers() {
      return ending?.lingersUntilMs !== undefined && ending.atLatestMs === ending.lingersUntilMs;
    },
    reopen() {
      if (ending?.mayReopen !== true) return false;
      ending = undefined;
      reopened += 1;
      return true;
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
