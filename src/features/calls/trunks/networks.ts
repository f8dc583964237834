import ipaddr from 'ipaddr.js';

/** Shortest prefixes. The addresses of a wider network belong to more than one provider. */
const leastBits = { ipv4: 24, ipv6: 64 } as const;

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads an address or a network in CIDR notation; returns undefined for other text. */
function rangeOf(text: string): Range | undefined {
  if (text.includes('/')) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  if (!ipaddr.isValid(text) || text.length <= 2 || !/[.:]/.test(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

export const isNetwork = (text: string): boolean => rangeOf(text) !== undefined;

/** Returns whether a network is small enough for one provider. */
export function isNarrow(text: string): boolean {
  const range = rangeOf(text);
  return range !== undefined && range[1] >= leastBits[range[0].kind()];
}

/** Returns a function that tells whether an address is in one of these networks; networks that are too wide are empty. */
export function networkOf(texts: readonly string[]): (address: string) => boolean {
  const ranges = texts.filter(isNarrow).flatMap((text) => [rangeOf(text) as Range]);
  return (address) => {
    if (ranges.length === 0 || !ipaddr.isValid(address)) return false;
    const ours = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === ours.kind() && ours.match(range as never, bits));
  };
}
