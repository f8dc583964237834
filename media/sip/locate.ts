import type { SrvRecord } from 'node:dns';
import { lookup, resolveSrv } from 'node:dns/promises';
import { isIP, isIPv4 } from 'node:net';
import { parseSipUri } from './address.ts';
import type { SipPeer, SipTransportName } from './transport.ts';

export interface Resolver {
  /** Rejects if the record does not exist. */
  resolveSrv(name: string): Promise<readonly SrvRecord[]>;
  /** Rejects if the name has no address. */
  lookup(name: string): Promise<string>;
}

/**
 * Returns the system's resolver.
 *
 * @param host - Address of our sockets: one in IPv4 reaches only IPv4.
 */
export const resolverFor = (host: string): Resolver => ({
  resolveSrv,
  lookup: async (name) => (await lookup(name, { family: isIPv4(host) ? 4 : 0 })).address,
});

const services: Readonly<Record<SipTransportName, string>> = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' };
const usualPort = (transport: SipTransportName): number => (transport === 'tls' ? 5061 : 5060);

/**
 * Finds where to send requests for a domain (RFC 3263): an address as it is, a name with a port by its address, another
 * name by its SRV records first. Resolves to undefined for a name that does not resolve.
 *
 * @param domain - Host name or address, with an optional port; IPv6 in brackets.
 */
export async function locate(
  domain: string,
  transport: SipTransportName,
  resolver: Resolver,
): Promise<SipPeer | undefined> {
  const uri = parseSipUri(`sip:${domain}`);
  if (uri === undefined) return undefined;
  const { host, port } = uri;
  const peerAt = (address: string, at: number): SipPeer => ({ transport, address, port: at, name: host });
  if (isIP(host) !== 0) return peerAt(host, port ?? usualPort(transport));
  const record = port === undefined ? await firstRecord(`${services[transport]}.${host}`, resolver) : undefined;
  const address = await resolver.lookup(record?.name ?? host).catch(() => undefined);
  return address === undefined ? undefined : peerAt(address, record?.port ?? port ?? usualPort(transport));
}

/** Returns the record that everybody should use first: of the least priority, and of the most weight among those. */
async function firstRecord(name: string, resolver: Resolver): Promise<SrvRecord | undefined> {
  const records = await resolver.resolveSrv(name).catch(() => []);
  return [...records].sort((first, second) => first.priority - second.priority || second.weight - first.weight)[0];
}
