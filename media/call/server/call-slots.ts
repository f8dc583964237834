import type { Admission, RefusalReason } from './admission.ts';

/** The slots of this process: for calls in progress and for calls whose stream is expected. */
export interface CallSlots {
  /** Called before a call receives its stream address. May be called again for the same call. */
  offer(callUuid: string, nowMs: number): RefusalReason | undefined;
  /** Called when the call's stream arrives. If its slot has expired, admission decides again. */
  claim(callUuid: string, nowMs: number): RefusalReason | undefined;
  started(callUuid: string): void;
  /** Called when the call has ended or will not start. */
  leave(callUuid: string): void;
  readonly settingUp: number;
  readonly live: number;
  /** Calls rejected since the start, by reason. */
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
}

/**
 * A provider opens the stream one or two seconds after it receives the address. The address is valid for a minute, but
 * the slot is not kept that long, because anyone may request addresses.
 */
const offeredForMs = 6000;
/** Time from a stream to its first message, including what the wire allows for it. */
const claimedForMs = 15_000;

const mostCounted = 1000;

export function createCallSlots(admission: Admission): CallSlots {
  /** Expiry of each slot; `Infinity` for a call in progress. */
  const slots = new Map<string, number>();
  const refused: Partial<Record<RefusalReason, number>> = {};
  /** Calls that were counted: another is asked to take one before its stream is refused. Oldest first. */
  const counted = new Set<string>();

  function count(callUuid: string, reason: RefusalReason): void {
    if (counted.has(callUuid)) return;
    refused[reason] = (refused[reason] ?? 0) + 1;
    counted.add(callUuid);
    const [oldest] = counted;
    if (counted.size > mostCounted && oldest !== undefined) counted.delete(oldest);
  }

  function take(callUuid: string, nowMs: number, forMs: number): RefusalReason | undefined {
    for (const [other, untilMs] of slots) if (untilMs <= nowMs) slots.delete(other);
    const untilMs = slots.get(callUuid);
    if (untilMs === undefined) {
      const reason = admission.decide(nowMs, slots.size);
      if (reason !== undefined) {
        count(callUuid, reason);
        return reason;
      }
    }
    slots.set(callUuid, Math.max(untilMs ?? 0, nowMs + forMs));
    return undefined;
  }

  const live = (): number => [...slots.values()].filter((untilMs) => untilMs === Number.POSITIVE_INFINITY).length;

  return {
    offer: (callUuid, nowMs) => take(callUuid, nowMs, offeredForMs),
    claim: (callUuid, nowMs) => take(callUuid, nowMs, claimedForMs),
    started: (callUuid) => void slots.set(callUuid, Number.POSITIVE_INFINITY),
    leave: (callUuid) => void slots.delete(callUuid),
    get settingUp() {
      return slots.size - live();
    },
    get live() {
      return live();
    },
    refused,
  };
}
