import { lookup, Resolver } from 'node:dns/promises';
import type { Target } from './target.ts';

/** Returns the addresses of a name, IPv4 first. Rejects with the resolver's errors. */
export type ResolveNames = (target: Target, signal: AbortSignal) => Promise<string[]>;

const maxAddresses = 8;

/**
 * Uses a resolver without threads: Node's `lookup` shares four threads with the whole process, including file access,
 * and an unresponsive name server would block them. A host named in the settings may be in the hosts file, which only
 * `lookup` reads.
 */
export const resolveNames: ResolveNames = async ({ host, isAllowed }, signal) => {
  if (isAllowed) return (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const lookups = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = lookups.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0 && lookups[0].status === 'rejected') throw lookups[0].reason;
    return addresses.slice(0, maxAddresses);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
