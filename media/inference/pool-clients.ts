import type { MessagePort } from 'node:worker_threads';
import { invariant } from '../kit/invariant.ts';
import type { Carriers, PoolLink } from './protocol.ts';

/** Events that a client of the pool must handle. */
export interface PoolNews {
  /** A thread has ended, and its jobs with it. */
  lost(index: number, reason: string): void;
  /** The thread's successor is ready. */
  replaced(index: number, port: MessagePort): void;
}

export interface PoolClientsOptions {
  /** Name of the pool. */
  readonly name: string;
  readonly threads: number;
  readonly concurrency: number;
}

/** Maximum number of threads connected to one pool. */
const maxClients = 64;

/** The threads connected to a pool, each with a row of the load that all of them share. */
export function createPoolClients(
  { name, threads, concurrency }: PoolClientsOptions,
  carriers: Readonly<Record<string, Carriers>>,
) {
  const load = new Int32Array(new SharedArrayBuffer(4 * threads * maxClients));
  /** Key: row of `load`. */
  const clients = new Map<number, { link: PoolLink; news: PoolNews }>();

  function freeRow(): number {
    let row = 0;
    while (clients.has(row)) row++;
    invariant(row < maxClients, `more than ${maxClients} threads use the pool ${name}`);
    return row;
  }

  return {
    /** `ports`: one to each thread of the pool. */
    add(news: PoolNews, ports: readonly MessagePort[]): PoolLink {
      const row = freeRow();
      const link: PoolLink = { ports, load, row, carriers, concurrency };
      clients.set(row, { link, news });
      return link;
    },
    /** Removes a link and its load. Idempotent. */
    remove(link: PoolLink): void {
      const { row } = link;
      if (clients.get(row)?.link !== link) return;
      clients.delete(row);
      for (let host = 0; host < threads; host++) Atomics.store(load, row * threads + host, 0);
    },
    lost(index: number, reason: string): void {
      for (const { news } of clients.values()) news.lost(index, reason);
    },
    /** `connect` opens a port to the new thread. */
    replaced(index: number, connect: () => MessagePort): void {
      for (const { news } of clients.values()) news.replaced(index, connect());
    },
    /** Total weight of all jobs. */
    get load() {
      return load.reduce((sum, weight) => sum + weight, 0);
    },
  };
}
