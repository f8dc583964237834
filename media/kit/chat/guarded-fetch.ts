import { lookup as lookUpSystem } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type RequestInit as GuardedInit, fetch as send } from 'undici';
import { isPublicAddress } from '../public-address.ts';

const webPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Returns `fetch` for public addresses and for these hosts, with or without a port. The address is checked when a
 * connection is made, so a name cannot lead elsewhere later.
 */
export function createGuardedFetch(allowedHosts: readonly string[]): typeof fetch {
  const anywhere = new Agent({ connect: { lookup: lookUpSystem } });
  const publicOnly = new Agent({ connect: { lookup: lookUpPublic } });
  return (async (url: string | URL, init?: RequestInit) => {
    const { protocol, hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, '');
    const withPort = `${hostname}:${port === '' ? webPorts[protocol] : port}`;
    const isAllowed = [hostname, host, withPort].some((name) => allowedHosts.includes(name));
    if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic();
    const dispatcher = isAllowed ? anywhere : publicOnly;
    return send(url, { ...(init as unknown as GuardedInit), dispatcher });
  }) as typeof fetch;
}

const notPublic = (): Error => new TypeError('the address is not public');

/** Uses a resolver without threads, because a name server that does not answer would block other work. */
const lookUpPublic: LookupFunction = (hostname, { all }, callback) => {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then((found) => {
    const addresses = found
      .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      .map((address) => ({ address, family: isIP(address) }));
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      callback(notPublic(), '', 0);
    else if (all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
