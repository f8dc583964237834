import type { Clock } from '../kit/clock.ts';

/** A socket's leave to wait; `leave` when it was accepted or is gone. Idempotent. */
export interface Ticket {
  leave(): void;
}

/** Watches sockets between connecting and being accepted, where a peer can hold them for nothing by writing slowly. */
export interface Doorkeeper {
  /** Undefined: too many wait already; close the socket. `expel` is called once when its time is over. */
  enter(address: string, expel: () => void): Ticket | undefined;
  readonly waiting: number;
}

export interface DoorkeeperOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly perAddress: number;
  readonly inAll: number;
}

export function createDoorkeeper({ clock, deadlineMs, perAddress, inAll }: DoorkeeperOptions): Doorkeeper {
  const byAddress = new Map<string, number>();
  let waiting = 0;

  return {
    enter(address, expel) {
      const here = byAddress.get(address) ?? 0;
      if (here >= perAddress || waiting >= inAll) return undefined;
      byAddress.set(address, here + 1);
      waiting += 1;
      let present = true;
      const leave = (): void => {
        if (!present) return;
        present = false;
        cancel();
        waiting -= 1;
        const left = (byAddress.get(address) as number) - 1;
        if (left === 0) byAddress.delete(address);
        else byAddress.set(address, left);
      };
      const cancel = clock.after(deadlineMs, () => {
        leave();
        expel();
      });
      return { leave };
    },
    get waiting() {
      return waiting;
    },
  };
}
