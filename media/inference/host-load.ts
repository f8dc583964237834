import type { PoolLink } from './protocol.ts';

/** The load of each host, in memory that all clients share. */
export function createHostLoad({ load, row, ports: { length: hosts } }: Pick<PoolLink, 'load' | 'row' | 'ports'>) {
  const ownAt = (host: number): number => row * hosts + host;

  return {
    /** Returns the total load on a host, of all clients. */
    of(host: number): number {
      let sum = 0;
      for (let at = host; at < load.length; at += hosts) sum += Atomics.load(load, at);
      return sum;
    },
    /** Adds the weight of a job to a host, until it is moved to another or removed. */
    add(host: number, weight: number) {
      let at = ownAt(host);
      Atomics.add(load, at, weight);
      return {
        move(to: number): void {
          Atomics.sub(load, at, weight);
          at = ownAt(to);
          Atomics.add(load, at, weight);
        },
        remove: (): void => void Atomics.sub(load, at, weight),
      };
    },
  };
}
