import { readFileSync } from 'node:fs';
import { operatorTokenPath } from '../features/accounts/index.ts';

/** A running server, and what a program shows it. */
export interface ServerAddress {
  readonly baseUrl: string;
  /** An API key, or the operator's token; without one only what is public answers. */
  readonly token?: string | undefined;
}

/** Where the server of these settings is reached from this machine. */
export function ownUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  const reached = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]).get(host);
  const name = reached ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What a server on this machine left for its operator; undefined when it runs elsewhere, or as someone else. */
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

/** The key that was given, or that of the environment, or the operator's. */
export function addressOf(
  baseUrl: string,
  given: { readonly key?: string | undefined; readonly dataDir: string; readonly env: NodeJS.ProcessEnv },
): ServerAddress {
  const environment = given.env.PARLEY_API_KEY?.trim();
  const token = given.key ?? (environment || undefined) ?? readOperatorToken(given.dataDir, baseUrl);
  return token === undefined ? { baseUrl } : { baseUrl, token };
}
