import type { Queries } from '../data/index.ts';
import type { Attempts, Kind } from './attempts.ts';
import type { JobStore } from './store.ts';

export interface ClaimLoopOptions {
  readonly store: JobStore;
  readonly tx: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  readonly attempts: Pick<Attempts, 'held' | 'start'>;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** The unique name of this runner. */
  readonly owner: string;
  /** The file store of this server; null if it runs all jobs. */
  readonly place: string | null;
  /** Running at once in this process. */
  readonly concurrency: number;
  readonly now: () => Date;
  readonly onTrouble: (error: unknown) => void;
  /** Called when the kinds that were ready have been looked through. */
  readonly onDone: () => void;
}

/** Claims waiting jobs and starts them, kind by kind, whenever `ring` says that some may wait. */
export function createClaimLoop({
  store,
  tx,
  attempts,
  kinds,
  owner,
  place,
  concurrency,
  ...options
}: ClaimLoopOptions) {
  const { held } = attempts;
  /** Kinds that may have waiting jobs. */
  const ready = new Set<string>();
  let ring = (): void => {};
  let isOpen = false;
  let claiming: Promise<void> = Promise.resolve();
  let isClaiming = false;

  /** Started outside any transaction, so that a wake-up inside one does not join it. */
  async function claimWhenRung(): Promise<void> {
    while (isOpen) {
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
      });
      await claimReady().catch(options.onTrouble);
      isClaiming = false;
      await rung;
      // On SQLite, jobs may run without yielding; this lets requests, leases and timers run in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function claimReady(): Promise<void> {
    // Kinds added during the loop are processed too: kinds take turns until no job waits or no slot is free.
    for (const name of ready) {
      if (!isOpen) return;
      const kind = kinds.get(name);
      const busy = [...held].filter(({ row }) => row.kind === name).length;
      const slots = Math.min((kind?.concurrency ?? 0) - busy, concurrency - held.size);
      if (kind === undefined) ready.delete(name);
      if (kind === undefined || slots <= 0) continue;
      ready.delete(name);
      isClaiming = true;
      const { everywhere, ofOrganisation } = kind;
      const ask = { kind: name, owner, slots, everywhere, ofOrganisation, after: kind.after, place };
      const claimed = await tx((queries) => store.claim(queries, { ...ask, at: options.now().toISOString() }));
      if (claimed.length === slots) ready.add(name);
      for (const row of claimed) {
        kind.after = row.organisationId;
        attempts.start(kind, row);
      }
    }
    options.onDone();
  }

  return {
    /** Notes a kind that may have waiting jobs; `ring` makes the loop look. */
    add: (kind: string): void => void ready.add(kind),
    ring: (): void => ring(),
    /** Whether the database may already assign jobs to this runner that it has not read yet. */
    get isClaiming() {
      return isClaiming;
    },
    start(): void {
      isOpen = true;
      claiming = claimWhenRung();
    },
    /** Claims no more. Resolves once the claim in progress has ended. */
    stop(): Promise<void> {
      isOpen = false;
      ring();
      return claiming;
    },
  };
}
