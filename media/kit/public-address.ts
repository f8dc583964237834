import ipaddr from 'ipaddr.js';

/** The only IPv6 range from which public addresses are assigned so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether this literal is a public internet address. Addresses that embed another one (mapped, 6to4, NAT64,
 * Teredo) are not: they reach whatever this machine routes them to.
 */
export function isPublicAddress(literal: string): boolean {
  // Only four decimal numbers: some resolvers also accept 127.1, 0x7f000001 and 017700000001 as addresses.
  if (ipaddr.IPv4.isValidFourPartDecimal(literal)) return ipaddr.IPv4.parse(literal).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(literal)) return false;
  const address = ipaddr.IPv6.parse(literal);
  return address.zoneId === undefined && address.range() === 'unicast' && address.match(globalUnicast);
}
