interface Ours {
  readonly baseUrl: string;
  /** The provider's own: whatever is under it is the provider's. */
  readonly domain: string;
  readonly authorization: string;
}

/**
 * Headers of a request for a file that the provider has named. Our credentials go to its own hosts alone: the one that
 * is asked and what is under it, and all of the provider's domain where it is asked in there. They never go over plain
 * HTTP unless all of it is spoken so.
 */
export function credentialsFor(address: string, { baseUrl, domain, authorization }: Ours): Record<string, string> {
  const [file, base] = [new URL(address), new URL(baseUrl)];
  const isSafe = file.protocol === 'https:' || file.protocol === base.protocol;
  const isTheirs = isWithin(base.host, file.host) || (isWithin(domain, base.host) && isWithin(domain, file.host));
  return isSafe && isTheirs ? { authorization } : {};
}

/** A port other than the protocol's is part of a host, so that only the same one is within. */
const isWithin = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`);
