import type { MessagePort } from 'node:worker_threads';
import type { createHostLoad } from './host-load.ts';
import type { Carriers, PoolLink } from './protocol.ts';
import type { WaitingJob } from './waiting-jobs.ts';

/** The hosts of a pool as one client sees them: which are alive, and which jobs of this client each of them runs. */
export function createHosts(link: PoolLink, load: Pick<ReturnType<typeof createHostLoad>, 'of'>) {
  const ports: (MessagePort | undefined)[] = [...link.ports];
  /** Unfinished jobs by host. Cancelled jobs occupy their host until they end. */
  const running: Set<number>[] = ports.map(() => new Set());

  const carriersOf = (engine: string): Carriers => link.carriers[engine] ?? { home: [], spare: [] };
  const isAlive = (host: number): boolean => ports[host] !== undefined;
  const hasRoom = (host: number): boolean => isAlive(host) && (running[host]?.size ?? 0) < link.concurrency;
  /** Returns the host with the least load, of all clients. */
  const leastLoaded = (hosts: readonly number[]): number | undefined =>
    hosts.filter(hasRoom).sort((a, b) => load.of(a) - load.of(b))[0];

  return {
    /** Returns the port of a host; undefined once it has ended. */
    portOf: (host: number): MessagePort | undefined => ports[host],
    /** Returns the host that a job of this engine prefers. */
    firstOf(engine: string): number {
      const { home, spare } = carriersOf(engine);
      return home[0] ?? spare[0] ?? 0;
    },
    /** Whether no host that runs this engine is alive. */
    isStranded(engine: string): boolean {
      const { home, spare } = carriersOf(engine);
      return ![...home, ...spare].some(isAlive);
    },
    /** Returns the host that may run this job now; undefined while all of them are busy. */
    freeFor({ engine, spills }: WaitingJob): number | undefined {
      const { home, spare } = carriersOf(engine);
      return leastLoaded(home) ?? (spills || !home.some(isAlive) ? leastLoaded(spare) : undefined);
    },
    begun: (host: number, id: number): void => void running[host]?.add(id),
    /** Returns whether the job was running there. */
    ended: (host: number, id: number): boolean => running[host]?.delete(id) === true,
    /** Removes a host that has ended. Returns its port and its unfinished jobs. */
    lose(host: number): { readonly port: MessagePort | undefined; readonly jobs: readonly number[] } {
      const lost = { port: ports[host], jobs: [...(running[host] as Set<number>)] };
      ports[host] = undefined;
      running[host] = new Set();
      return lost;
    },
    replace(host: number, port: MessagePort): void {
      ports[host] = port;
    },
  };
}
