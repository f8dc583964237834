/** A lease owned by another node, with its last heartbeat. */
export interface Sight {
  readonly uuid: string;
  /** Text that changes with every renewal and every change of owner. */
  readonly sign: string;
}

/**
 * Determines which leases have expired; the only such decision, for calls and jobs alike.
 *
 * It uses only the observer's monotonic clock (`nowMs`): wall clocks are adjusted by people and NTP and differ between
 * machines. A lease is therefore not a timestamp but a sign that its owner renews, and it expires when the observer has
 * seen the same sign for the whole lease length. The observer may itself have been suspended between two checks, which
 * proves nothing about the owner: at most a third of a lease counts between two checks, so an owner that renews several
 * times in that period never loses its lease to an observer that resumes.
 */
export function createLeaseWatch(leaseMs: number) {
  let watched = new Map<string, { readonly sign: string; readonly quietMs: number }>();
  let lookedMs: number | undefined;
  return {
    /** Returns those of `sights`, which must be all leases owned by others, that have expired. */
    look<T>(sights: readonly T[], of: (sight: T) => Sight, nowMs: number): T[] {
      const passedMs = lookedMs === undefined ? 0 : Math.min(nowMs - lookedMs, leaseMs / 3);
      lookedMs = nowMs;
      watched = new Map(
        sights.map(of).map(({ uuid, sign }) => {
          const before = watched.get(uuid);
          return [uuid, { sign, quietMs: before?.sign === sign ? before.quietMs + passedMs : 0 }];
        }),
      );
      return sights.filter((sight) => (watched.get(of(sight).uuid)?.quietMs ?? 0) >= leaseMs);
    },
  };
}
