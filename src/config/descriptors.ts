import { readFileSync } from 'node:fs';

/** What every system allows. */
const leastDescriptors = 1024;

/** How many files and sockets this process may have open: its soft limit, which Node has raised to the hard one. */
export function readDescriptorLimit(): number {
  try {
    const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    if (limit === 'unlimited') return Number.MAX_SAFE_INTEGER;
    return limit === undefined ? leastDescriptors : Number(limit);
  } catch {
    // Not Linux.
    return leastDescriptors;
  }
}

/** How many connections may be open at once, by kind. */
export interface ConnectionLimits {
  /** On `PORT`, streams that it hands on not counted. A trusted proxy may have them all. */
  readonly http: { readonly inAll: number; readonly perAddress: number };
  /** On `MEDIA_PORT`, without an accepted handshake. */
  readonly waitingStreams: number;
  /** On `MEDIA_PORT`, accepted. `PORT` hands on as many. */
  readonly streams: number;
}

/** A quarter is kept for files, databases, child processes and requests of our own. */
const usableShare = 0.75;
/** The stream, its recording, and both sockets of one that `PORT` hands on. */
const descriptorsPerStream = 4;

/** Pure. Connections and recordings together never take the last descriptor. */
export function connectionLimits(descriptors: number): ConnectionLimits {
  const usable = Math.floor(descriptors * usableShare);
  const inAll = Math.min(10_000, Math.floor(usable / 3));
  const waitingStreams = Math.min(2_048, Math.floor(usable / 6));
  const streams = Math.min(2_000, Math.floor((usable - inAll - waitingStreams) / descriptorsPerStream));
  return { http: { inAll, perAddress: Math.min(256, Math.ceil(inAll / 4)) }, waitingStreams, streams };
}
