import { readFileSync } from 'node:fs';

/** The limit that every system allows. */
const leastDescriptors = 1024;

/**
 * Returns how many files and sockets this process may have open: its soft limit, which Node has raised to the hard one.
 */
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

/** Maximum of open connections, by kind. */
export interface ConnectionLimits {
  /** On `PORT`, without streams that it passes through. A trusted proxy may use all of them. */
  readonly http: { readonly inAll: number; readonly perAddress: number };
  /** On `MEDIA_PORT`, before the handshake is accepted. */
  readonly waitingStreams: number;
  /** Accepted streams on `MEDIA_PORT`. `PORT` passes through as many. */
  readonly streams: number;
}

/** A quarter is reserved for files, databases, child processes and outgoing requests. */
const usableShare = 0.75;
/** The stream, its recording, and both sockets of a stream that `PORT` passes through. */
const descriptorsPerStream = 4;

/** Pure. Connections and recordings together never use the last descriptor. */
export function connectionLimits(descriptors: number): ConnectionLimits {
  const usable = Math.floor(descriptors * usableShare);
  const inAll = Math.min(10_000, Math.floor(usable / 3));
  const waitingStreams = Math.min(2_048, Math.floor(usable / 6));
  const streams = Math.min(2_000, Math.floor((usable - inAll - waitingStreams) / descriptorsPerStream));
  return { http: { inAll, perAddress: Math.min(256, Math.ceil(inAll / 4)) }, waitingStreams, streams };
}
