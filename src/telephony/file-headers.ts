interface Hosts {
  readonly baseUrl: string;
  /** The provider's domain, including all of its subdomains. */
  readonly domain: string;
}

/** Returns the headers for a file URL reported by the provider, with credentials only for the provider's hosts. */
export const credentialsFor = (
  address: string,
  { authorization, ...hosts }: Hosts & { readonly authorization: string },
): Record<string, string> => (mayHaveCredentials(address, hosts) ? { authorization } : {});

/**
 * Returns whether a file is at one of the provider's hosts: the API host and its subdomains, and the whole provider
 * domain if the API host is within it. Plain HTTP is accepted only if the base URL uses it too.
 */
export function mayHaveCredentials(address: string, { baseUrl, domain }: Hosts): boolean {
  const [file, base] = [new URL(address), new URL(baseUrl)];
  const isSafe = file.protocol === 'https:' || file.protocol === base.protocol;
  const isTheirs = isWithin(base.host, file.host) || (isWithin(domain, base.host) && isWithin(domain, file.host));
  return isSafe && isTheirs;
}

/** A non-default port is part of the host, so only the same port matches. */
const isWithin = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`);
