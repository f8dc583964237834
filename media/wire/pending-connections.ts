import type { Clock } from '../kit/clock.ts';

/** A socket that is connected and not yet accepted. */
export interface PendingConnection {
  /** Reports that the request is complete. Protects the socket from eviction by newer ones. Idempotent. */
  arrived(): void;
  /** Reports that the socket was accepted or disconnected. Idempotent. */
  leave(): void;
}

/** Why a waiting socket was closed. */
export type Expulsion = 'expired' | 'crowded_out';

/**
 * Limits sockets that are connected and not yet accepted, which a peer could occupy by writing slowly. At a limit, the
 * newest socket replaces the oldest without a complete request: a peer that sends its request at once is admitted,
 * however many silent sockets are open.
 */
export interface PendingConnections {
  /**
   * Returns undefined if all waiting sockets have sent their request; the socket must then be closed. `expel` is called
   * at most once.
   */
  enter(address: string, expel: (why: Expulsion) => void): PendingConnection | undefined;
  readonly waiting: number;
}

export interface PendingConnectionsOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly perAddress: number;
  readonly inAll: number;
}

interface Waiting {
  leave(): void;
  expel(why: Expulsion): void;
}

interface FromAddress {
  waiting: number;
  /** Oldest first, because a set keeps insertion order. */
  readonly silent: Set<Waiting>;
}

export function createPendingConnections({
  clock,
  deadlineMs,
  perAddress,
  inAll,
}: PendingConnectionsOptions): PendingConnections {
  const byAddress = new Map<string, FromAddress>();
  const silent = new Set<Waiting>();
  let waiting = 0;

  function evictOldest(candidates: ReadonlySet<Waiting>): boolean {
    for (const oldest of candidates) {
      oldest.leave();
      oldest.expel('crowded_out');
      return true;
    }
    return false;
  }

  function hasRoom(address: string): boolean {
    const here = byAddress.get(address);
    if (here !== undefined && here.waiting >= perAddress && !evictOldest(here.silent)) return false;
    return waiting < inAll || evictOldest(silent);
  }

  function add(address: string, expel: (why: Expulsion) => void): PendingConnection {
    const here = byAddress.get(address) ?? { waiting: 0, silent: new Set() };
    byAddress.set(address, here);
    let present = true;
    const arrived = (): void => {
      silent.delete(pending);
      here.silent.delete(pending);
    };
    const leave = (): void => {
      if (!present) return;
      present = false;
      cancel();
      arrived();
      waiting -= 1;
      here.waiting -= 1;
      if (here.waiting === 0) byAddress.delete(address);
    };
    const pending: Waiting = { leave, expel };
    const cancel = clock.after(deadlineMs, () => {
      leave();
      expel('expired');
    });
    waiting += 1;
    here.waiting += 1;
    silent.add(pending);
    here.silent.add(pending);
    return { arrived, leave };
  }

  return {
    enter: (address, expel) => (hasRoom(address) ? add(address, expel) : undefined),
    get waiting() {
      return waiting;
    },
  };
}
