import type { StoredEvent } from './call-rows.ts';

/** The calls that this process owns, from offer to end. */
export interface Leases {
  /** Called before the call is stored. */
  take(callUuid: string): void;
  /** Updates the stage of the lease; drops it when the call has ended. */
  saw(callUuid: string, event: StoredEvent): void;
  drop(callUuid: string): void;
  stageOf(callUuid: string): 'offered' | 'live' | undefined;
  /** Returns calls offered before this time whose stream has not started. */
  waitingSince(beforeMs: number): string[];
  readonly callUuids: string[];
  /** Returns the expiry of a lease taken or renewed now, by a clock that never goes back. */
  until(): string;
}

export interface LeasesOptions {
  readonly now: () => Date;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** Leases are renewed every few seconds; a process that has not done so for this long is considered hung. */
export const leaseMs = 9000;

export function createLeases({ now, nowMs }: LeasesOptions): Leases {
  const held = new Map<string, { stage: 'offered' | 'live'; readonly sinceMs: number }>();
  // The wall clock is read once, so that setting it neither expires nor extends leases.
  const beganWallMs = now().getTime() - nowMs();
  return {
    take(callUuid) {
      if (!held.has(callUuid)) held.set(callUuid, { stage: 'offered', sinceMs: nowMs() });
    },
    saw(callUuid, event) {
      const lease = held.get(callUuid);
      if (event.type === 'started' && lease !== undefined) lease.stage = 'live';
      if (event.type === 'ended' || event.type === 'closed') held.delete(callUuid);
    },
    drop: (callUuid) => void held.delete(callUuid),
    stageOf: (callUuid) => held.get(callUuid)?.stage,
    waitingSince: (beforeMs) =>
      [...held].flatMap(([uuid, { stage, sinceMs }]) => (stage === 'offered' && sinceMs < beforeMs ? [uuid] : [])),
    get callUuids() {
      return [...held.keys()];
    },
    until: () => new Date(beganWallMs + nowMs() + leaseMs).toISOString(),
  };
}
