import type { StoredEvent } from './call-rows.ts';

/** The calls that this process carries, from their offer to their end. */
export interface Leases {
  /** Before the call is stored. */
  take(callUuid: string): void;
  /** The result says whether the call is still owned. */
  saw(callUuid: string, event: StoredEvent): void;
  drop(callUuid: string): void;
  stageOf(callUuid: string): 'offered' | 'live' | undefined;
  /** Calls offered before this time whose stream has not begun. */
  waitingSince(beforeMs: number): string[];
  readonly callUuids: string[];
  /** Until when what is taken or renewed now is carried, by our own clock: it only goes forward. */
  until(): string;
}

export interface LeasesOptions {
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

/** Renewed every few seconds; a process that has not renewed for so long has hung. */
export const leaseMs = 15_000;

export function createLeases({ now, nowMs }: LeasesOptions): Leases {
  const held = new Map<string, { stage: 'offered' | 'live'; readonly sinceMs: number }>();
  // The wall clock is read once: if it is set while we run, leases neither lapse nor last for it.
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
