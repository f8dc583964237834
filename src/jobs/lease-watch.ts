/** A running job as the database shows it. */
export interface Sight {
  readonly uuid: string;
  readonly token: number;
  readonly beat: number;
}

/** How often an owner gives a sign of life, and others look for it, within a lease. */
export const beatsPerLease = 6;

/**
 * Tells leases that are over without asking a wall clock, ours, another machine's or the database's: a job is abandoned
 * when it was seen without a new beat for the whole lease. A pause of the one who looks proves nothing of the owner, so
 * no more than two beats of it count.
 */
export function createLeaseWatch(leaseMs: number) {
  const beatMs = leaseMs / beatsPerLease;
  let watched = new Map<string, { readonly sight: Sight; readonly quietMs: number }>();
  let lookedMs: number | undefined;
  return {
    /** Those whose lease is over, of all that run and are not ours. `nowMs` is monotonic. */
    look<T extends Sight>(sights: readonly T[], nowMs: number): T[] {
      const passedMs = Math.min(lookedMs === undefined ? 0 : nowMs - lookedMs, 2 * beatMs);
      lookedMs = nowMs;
      watched = new Map(
        sights.map((sight) => {
          const before = watched.get(sight.uuid);
          const same = before?.sight.token === sight.token && before.sight.beat === sight.beat;
          return [sight.uuid, { sight, quietMs: same ? before.quietMs + passedMs : 0 }];
        }),
      );
      return sights.filter(({ uuid }) => (watched.get(uuid)?.quietMs ?? 0) >= leaseMs);
    },
  };
}
