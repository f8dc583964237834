interface Ours {
  readonly baseUrl: string;
  /** The provider's domain, including all of its subdomains. */
  readonly domain: string;
  readonly authorization: string;
}

/**
 * Returns the headers for a file URL reported by the provider. Credentials go only to the provider's hosts: the API
 * host and its subdomains, and the whole provider domain if the API host is within it. They are sent over plain HTTP
 * only if the base URL uses it too.
 */
export function credentialsFor(address: string, { baseUrl, domain, authorization }: Ours): Record<string, string> {
  const [file, base] = [new URL(address), new URL(baseUrl)];
  const isSafe = file.protocol === 'https:' || file.protocol === base.protocol;
  const isTheirs = isWithin(base.host, file.host) || (isWithin(domain, base.host) && isWithin(domain, file.host));
  return isSafe && isTheirs ? { authorization } : {};
}

/** A non-default port is part of the host, so only the same port matches. */
const isWithin = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`);
