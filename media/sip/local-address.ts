import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { hostPort } from './address.ts';
import type { LocalAddresses } from './dialog.ts';
import { newTag } from './identifiers.ts';
import { markedTag, type SipSiblings } from './siblings.ts';
import type { SipPeer, SipTransportName } from './transport.ts';

export interface LocalAddressOptions {
  /** Address on which the server listens; `0.0.0.0` or `::` for all. */
  readonly host: string;
  /** Address by which peers outside of our networks reach us, if there is a NAT between. */
  readonly publicAddress?: string | undefined;
  readonly portOf: (transport: SipTransportName) => number;
  readonly siblings?: SipSiblings | undefined;
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  ['100.64.0.0', 10],
] as const)
  privateNetworks.addSubnet(network, prefix);
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');
privateNetworks.addAddress('::1', 'ipv6');

const isPrivateAddress = (address: string): boolean =>
  privateNetworks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** Returns our address in the network of a peer: the one that the peer can answer. */
export function addressTowards(
  peer: string,
  { host, publicAddress }: Pick<LocalAddressOptions, 'host' | 'publicAddress'>,
): string {
  if (publicAddress !== undefined && !isPrivateAddress(peer)) return publicAddress;
  if (host !== '0.0.0.0' && host !== '::') return host;
  const family = isIPv4(peer) ? 'IPv4' : 'IPv6';
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const ofFamily = own.filter((one) => one.family === family);
  const inNetwork = ofFamily.find(({ cidr }) => cidr !== null && contains(cidr, peer));
  return (inNetwork ?? ofFamily.find(({ internal }) => !internal) ?? ofFamily[0])?.address ?? host;
}

function contains(cidr: string, address: string): boolean {
  const [network = '', prefix = ''] = cidr.split('/');
  const family = isIPv4(network) ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(address, family);
}

const viaNames: Readonly<Record<SipTransportName, string>> = { udp: 'UDP', tcp: 'TCP', tls: 'TLS' };

export function createLocalAddresses(options: LocalAddressOptions): LocalAddresses {
  const addressFor = ({ address, transport }: SipPeer): string =>
    hostPort(addressTowards(address, options), options.portOf(transport));
  return {
    newTag: () => markedTag(newTag(), options.siblings),
    viaTo: (peer) => `SIP/2.0/${viaNames[peer.transport]} ${addressFor(peer)};rport`,
    contactFor(peer, user) {
      const transport = peer.transport === 'udp' ? '' : `;transport=${peer.transport}`;
      return `sip:${encodeURIComponent(user)}@${addressFor(peer)}${transport}`;
    },
  };
}
