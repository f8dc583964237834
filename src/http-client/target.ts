import { isIP } from 'node:net';

/** Destination of a request: a web URL, parsed once. */
export interface Target {
  readonly url: URL;
  /** Without the brackets of an IPv6 literal. */
  readonly host: string;
  readonly port: number;
  readonly isLiteral: boolean;
  /** Whether the host is named in the settings, so its addresses are not checked. */
  readonly isAllowed: boolean;
}

export type TargetResult = { readonly target: Target } | { readonly refusal: string };

/** Of the system ports, only those of the web are allowed: other services are not receivers. */
const servicePorts = 1024;
const webPorts: readonly number[] = [80, 443];

/** Validates a URL without resolving its name. */
export function targetOf(address: string, allowedHosts: readonly string[]): TargetResult {
  if (!URL.canParse(address)) return { refusal: 'must be a URL such as https://example.com/hook' };
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { refusal: 'must begin with http:// or https://' };
  if (url.username !== '' || url.password !== '') {
    return { refusal: 'must not contain a user name or password; send them as a header' };
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const names = [url.hostname, host];
  const isAllowed = names.some((name) => allowedHosts.includes(name) || allowedHosts.includes(`${name}:${port}`));
  const target = { url, host, port, isLiteral: isIP(host) !== 0, isAllowed };
  if (isAllowed) return { target };
  if (port < servicePorts && !webPorts.includes(port)) {
    return { refusal: `must not use port ${port}; below ${servicePorts} only 80 and 443 are allowed` };
  }
  if (/(^|\.)localhost\.?$/.test(host)) return { refusal: notPublic };
  return { target };
}

export const notPublic =
  'must resolve to a public address; private, loopback, link-local and metadata addresses are refused';
