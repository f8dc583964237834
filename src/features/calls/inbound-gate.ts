import type { OrganisationId } from '../../data/index.ts';
import { createGrowingCache } from '../../growing-cache.ts';

export interface InboundGateOptions {
  /** Calls that the machine carries at once; `Infinity` without a limit. */
  readonly slots: () => number;
  readonly nowMs: () => number;
}

/** Limits inbound calls that no signature vouches for, so that forged ones leave slots for everybody else. */
export interface InboundGate {
  /** Whether one more call to this number may be offered a stream. */
  admit(call: { readonly callUuid: string; readonly organisation: OrganisationId; readonly to: string }): boolean;
  /** The stream of the call is open, so that it no longer counts. */
  opened(callUuid: string): void;
}

/** Admission control keeps the slot of an offered call for as long. */
const offeredForMs = 6000;
const share = { ofNumber: 1 / 4, ofAll: 1 / 2 } as const;
/** A small machine admits a few callers at once all the same. */
const least = { ofNumber: 2, ofAll: 4 } as const;
const newCallsPerMinute = 120;
const windowMs = 60_000;
const maxNumbers = 1000;

export function createInboundGate({ slots, nowMs }: InboundGateOptions): InboundGate {
  const unopened = new Map<string, { readonly number: string; readonly untilMs: number }>();
  const windows = createGrowingCache<{ readonly sinceMs: number; readonly calls: number }>(maxNumbers);

  /** Counts the call; false beyond the limit of a minute. */
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
