/** Something that another node owns, and the heartbeat that its owner renews. */
export interface Sight {
  readonly uuid: string;
  /** Any text that changes with each renewal and with each change of owner. */
  readonly sign: string;
}

/**
 * Tells which leases are over, and is the one place that decides it, for calls and jobs alike.
 *
 * It reads one clock: the looker's own monotonic one (`nowMs`). Wall clocks are set by people and NTP, and two machines
 * never agree; so a lease is not a time in a row that is compared with a clock, but a sign that is renewed. It is over
 * when the looker saw the same sign for the whole length of the lease. The looker may itself have slept between two
 * looks, which proves nothing of the owner: at most a third of a lease counts between two looks, so that an owner that
 * renews several times in that third is never given up by a looker that wakes up.
 */
export function createLeaseWatch(leaseMs: number) {
  let watched = new Map<string, { readonly sign: string; readonly quietMs: number }>();
  let lookedMs: number | undefined;
  return {
    /** Returns those of `sights`, everything that others own, whose lease is over. */
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
