/** Returns an IP address as text from its 4 or 16 bytes. IPv4 over an IPv6 socket is written in dotted form. */
export function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) return 'unknown';
  if (bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255) {
    return bytes.subarray(12).join('.');
  }
  const groups: string[] = [];
  for (let at = 0; at < 16; at += 2)
    groups.push((((bytes[at] as number) << 8) | (bytes[at + 1] as number)).toString(16));
  return groups.join(':');
}

/** The same for an address that is already text. */
export const plainAddress = (address: string | undefined): string =>
  address?.replace(/^::ffff:(?=\d+\.)/, '') ?? 'unknown';
