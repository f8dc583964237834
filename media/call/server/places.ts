import type { Admission, RefusalReason } from './admission.ts';

/** Who holds a place in this process: calls that go on, and those whose stream is about to come. */
export interface Places {
  /** A call is about to be given the address of its stream. The same call may ask again. */
  offer(callUuid: string, nowMs: number): RefusalReason | undefined;
  /** The call's stream is there. One whose place has lapsed is decided about anew. */
  claim(callUuid: string, nowMs: number): RefusalReason | undefined;
  started(callUuid: string): void;
  /** The call is over, or will not come. */
  leave(callUuid: string): void;
  readonly settingUp: number;
  readonly live: number;
  /** Calls turned away since the start, by reason. */
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
}

/**
 * A provider opens the stream one or two seconds after it was told where. The address stays good for a minute, but its
 * place is not kept for so long: anyone may ask for addresses.
 */
const offeredForMs = 6000;
/** From a stream to its first message, with what the wire allows for it. */
const claimedForMs = 15_000;

export function createPlaces(admission: Admission): Places {
  /** When a place lapses; `Infinity` for a call that goes on. */
  const places = new Map<string, number>();
  const refused: Partial<Record<RefusalReason, number>> = {};

  function take(callUuid: string, nowMs: number, forMs: number): RefusalReason | undefined {
    for (const [other, untilMs] of places) if (untilMs <= nowMs) places.delete(other);
    const untilMs = places.get(callUuid);
    if (untilMs === undefined) {
      const reason = admission.decide(nowMs, places.size);
      if (reason !== undefined) {
        refused[reason] = (refused[reason] ?? 0) + 1;
        return reason;
      }
    }
    places.set(callUuid, Math.max(untilMs ?? 0, nowMs + forMs));
    return undefined;
  }

  const live = (): number => [...places.values()].filter((untilMs) => untilMs === Number.POSITIVE_INFINITY).length;

  return {
    offer: (callUuid, nowMs) => take(callUuid, nowMs, offeredForMs),
    claim: (callUuid, nowMs) => take(callUuid, nowMs, claimedForMs),
    started: (callUuid) => void places.set(callUuid, Number.POSITIVE_INFINITY),
    leave: (callUuid) => void places.delete(callUuid),
    get settingUp() {
      return places.size - live();
    },
    get live() {
      return live();
    },
    refused,
  };
}
