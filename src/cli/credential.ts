import { readFileSync } from 'node:fs';
import { operatorTokenPath } from '../features/people/accounts/index.ts';

/** A running server and the credential to use with it. */
export interface ServerAddress {
  readonly baseUrl: string;
  /** An API key or the operator's token. Without one, only public routes are accessible. */
  readonly token?: string | undefined;
}

/** Returns the URL at which this machine reaches the server with these settings. */
export function ownUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  const reached = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]).get(host);
  const name = reached ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * Returns the operator token left by a server on this machine; undefined when the server runs elsewhere or as another
 * user.
 */
export function readOperatorToken(dataDir: string, baseUrl: string): string | undefined {
  const { hostname, port, protocol } = new URL(baseUrl);
  if (!/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)) return undefined;
  const portNumber = Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port);
  try {
    return readFileSync(operatorTokenPath(dataDir, portNumber), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Uses the given key, else that of the environment, else the operator's token. */
export function addressOf(
  baseUrl: string,
  options: { readonly key?: string | undefined; readonly dataDir: string; readonly env: NodeJS.ProcessEnv },
): ServerAddress {
  const environment = options.env.PARLEY_API_KEY?.trim();
  const token = options.key ?? (environment || undefined) ?? readOperatorToken(options.dataDir, baseUrl);
  return token === undefined ? { baseUrl } : { baseUrl, token };
}
