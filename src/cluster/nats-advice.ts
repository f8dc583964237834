/**
 * Returns what to change so that only this installation can use its NATS; undefined if nothing. Messages are signed, but
 * NATS shows them to everybody who can connect.
 */
export function natsAdvice(urls: readonly string[]): string | undefined {
  const parsed = urls.map((url) => new URL(url));
  if (parsed.some(({ username }) => username === ''))
    return 'NATS_URL has no credentials: everybody who can reach NATS reads the messages between servers. Configure a login and write user:password@ or token@ into NATS_URL';
  const isPlain = parsed.some(({ protocol, hostname }) => protocol === 'nats:' && !isLocal(hostname));
  return isPlain
    ? 'NATS_URL begins with nats://: the password and the messages between servers cross the network unencrypted. Use tls://, unless the network is private'
    : undefined;
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');
