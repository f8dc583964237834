import ipaddr from 'ipaddr.js';

/** The only IPv6 space from which public addresses are given out so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether this literal is an address of the public internet. Addresses that carry another one within (mapped, 6to4,
 * NAT64, Teredo) are not, whatever they carry: they reach what this machine routes them to.
 */
export function isPublicAddress(literal: string): boolean {
  // Only four decimal numbers: 127.1, 0x7f000001 and 017700000001 are addresses to some resolvers.
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return ipaddr.IPv4.parse(literal).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(literal)) return false;
  const address = ipaddr.IPv6.parse(literal);
  return address.zoneId === undefined && address.range() === 'unicast' && address.match(globalUnicast);
}
