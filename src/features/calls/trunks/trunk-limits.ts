import { countryOf } from '../../../http/fields.ts';
import type { Placed } from '../../../telephony/index.ts';
import type { TrunkRow } from './store.ts';

type Refusal = Extract<Placed, { kind: 'rejected' }>;

/** Limits against toll fraud. This server counts its own calls. */
export interface TrunkLimits {
  /** Counts a call, or returns why it must not be placed. */
  admit(trunk: TrunkRow, to: string): Refusal | undefined;
  /** An admitted call is over. */
  over(trunk: Pick<TrunkRow, 'uuid'>): void;
}

const minuteMs = 60_000;

/** @param nowMs - Returns monotonic milliseconds. */
export function createTrunkLimits(nowMs: () => number): TrunkLimits {
  const open = new Map<string, number>();
  const begun = new Map<string, readonly number[]>();

  const refuse = (reason: Refusal['reason'], detail: string): Refusal => ({ kind: 'rejected', reason, detail });

  return {
    admit({ uuid, name, allowedCountries, maxCalls, callsPerMinute }, to) {
      const country = countryOf(to);
      if (country === undefined || !allowedCountries.includes(country))
        return refuse('invalid_number', `The trunk ${name} does not allow calls to ${country ?? 'this number'}.`);
      if ((open.get(uuid) ?? 0) >= maxCalls)
        return refuse('over_capacity', `The trunk ${name} allows ${maxCalls} calls at once.`);
      const recent = (begun.get(uuid) ?? []).filter((atMs) => nowMs() - atMs < minuteMs);
      if (recent.length >= callsPerMinute)
        return refuse('over_capacity', `The trunk ${name} allows ${callsPerMinute} calls a minute.`);
      open.set(uuid, (open.get(uuid) ?? 0) + 1);
      begun.set(uuid, [...recent, nowMs()]);
      return undefined;
    },
    over({ uuid }) {
      const left = (open.get(uuid) ?? 1) - 1;
      if (left > 0) open.set(uuid, left);
      else open.delete(uuid);
    },
  };
}
