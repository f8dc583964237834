import ipaddr from 'ipaddr.js';

/** A parsed `Host` header. `name` keeps the brackets of an IPv6 address. */
export interface HostHeader {
  readonly name: string;
  readonly port?: number;
}

/** Returns undefined for an invalid host: empty, or with a path, credentials or control characters. */
export function parseHost(header: string | undefined): HostHeader | undefined {
  if (header === undefined || header.length > 255) return undefined;
  const match = /^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?)(?::(\d{1,5}))?$/.exec(header);
  if (match === null) return undefined;
  const name = (match[1] as string).toLowerCase();
  if (match[2] === undefined) return { name };
  const port = Number(match[2]);
  return port >= 1 && port <= 65_535 ? { name, port } : undefined;
}

/** Returns whether every browser resolves this name to this machine, whatever DNS says. */
export function isLoopbackName(name: string): boolean {
  const plain = name.replace(/\.$/, '');
  return plain === 'localhost' || plain.endsWith('.localhost') || plain === '[::1]' || isLoopbackV4(plain);
}

export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === '::1' || isLoopbackV4(address.replace(/^::ffff:/i, ''));
}

const isLoopbackV4 = (text: string): boolean => {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts[0] === '127' && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  );
};

const nearRanges = ['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** Returns whether an address belongs to a private network, such as that of a container's host or a home. */
export function isNearAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && nearRanges.includes(ipaddr.process(address).range());
}

/** Top-level names that cannot be registered in public DNS. */
const houseEndings = ['local', 'localdomain', 'lan', 'home', 'corp', 'internal', 'test', 'home.arpa'];

/**
 * Returns whether nobody outside can control where this name resolves: an address, a single label, or a name that
 * public DNS does not assign.
 */
export function isHouseName(name: string): boolean {
  const plain = name.replace(/\.$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(plain) || plain.startsWith('[')) return true;
  return !plain.includes('.') || houseEndings.some((ending) => plain.endsWith(`.${ending}`));
}
