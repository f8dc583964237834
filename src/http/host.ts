import ipaddr from 'ipaddr.js';

/** A `Host` header taken apart. `name` keeps the brackets of an IPv6 address. */
export interface HostHeader {
  readonly name: string;
  readonly port?: number;
}

/** Undefined for an invalid host: empty, with a path, with credentials, with control characters. */
export function parseHost(header: string | undefined): HostHeader | undefined {
  if (header === undefined || header.length > 255) return undefined;
  const match = /^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\.?)(?::(\d{1,5}))?$/.exec(header);
  if (match === null) return undefined;
  const name = (match[1] as string).toLowerCase();
  if (match[2] === undefined) return { name };
  const port = Number(match[2]);
  return port >= 1 && port <= 65_535 ? { name, port } : undefined;
}

/** Whether a name means this machine to every browser, whatever DNS says. */
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

/** Whether this is an address of a network of somebody's own: that of a container's host, or of a house. */
export function isNearAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && nearRanges.includes(ipaddr.process(address).range());
}

/** Endings under which no name can be had in the public DNS. */
const houseEndings = ['local', 'localdomain', 'lan', 'home', 'corp', 'internal', 'test', 'home.arpa'];

/** Whether nobody elsewhere can point this name somewhere: an address, one word, or a name that DNS gives to no one. */
export function isHouseName(name: string): boolean {
  const plain = name.replace(/\.$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(plain) || plain.startsWith('[')) return true;
  return !plain.includes('.') || houseEndings.some((ending) => plain.endsWith(`.${ending}`));
}
