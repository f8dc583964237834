import type { OrganisationId } from '../../data/index.ts';
import { createGrowingCache } from '../../growing-cache.ts';

export interface InboundGateOptions {
  /** Returns the number of calls that the machine handles at once; `Infinity` for no limit. */
  readonly slots: () => number;
  readonly nowMs: () => number;
}

/** Limits unverified inbound calls, so that forged ones leave slots for other calls. */
export interface InboundGate {
  /** Returns whether one more call to this number may be offered a stream. */
  admit(call: { readonly callUuid: string; readonly organisation: OrganisationId; readonly to: string }): boolean;
  /** Stops counting a call once its stream is open. */
  opened(callUuid: string): void;
}

/** Time for which admission control reserves the slot of an offered call. */
const offeredForMs = 6000;
const share = { ofNumber: 1 / 4, ofAll: 1 / 2 } as const;
/** Minimum for small machines. */
const least = { ofNumber: 2, ofAll: 4 } as const;
const newCallsPerMinute = 120;
const windowMs = 60_000;
const maxNumbers = 1000;

export function createInboundGate({ slots, nowMs }: InboundGateOptions): InboundGate {
  const unopened = new Map<string, { readonly number: string; readonly untilMs: number }>();
  const windows = createGrowingCache<{ readonly sinceMs: number; readonly calls: number }>(maxNumbers);

  /** Counts the call. Returns false above the limit per minute. */
  function isWithinRate(number: string): boolean {
    const now = nowMs();
    const last = windows.get(number);
    const current = last === undefined || now - last.sinceMs >= windowMs ? { sinceMs: now, calls: 0 } : last;
    windows.set(number, { ...current, calls: current.calls + 1 });
    return current.calls < newCallsPerMinute;
  }

  return {
    admit({ callUuid, organisation, to }) {
      const number = `${organisation} ${to}`;
      for (const [uuid, { untilMs }] of unopened) if (untilMs <= nowMs()) unopened.delete(uuid);
      const ofNumber = [...unopened.values()].filter((one) => one.number === number).length;
      if (ofNumber >= Math.max(least.ofNumber, Math.floor(slots() * share.ofNumber))) return false;
      if (unopened.size >= Math.max(least.ofAll, Math.floor(slots() * share.ofAll))) return false;
      if (!isWithinRate(number)) return false;
      unopened.set(callUuid, { number, untilMs: nowMs() + offeredForMs });
      return true;
    },
    opened: (callUuid) => void unopened.delete(callUuid),
  };
}
