import type { IncomingMessage } from 'node:http';
import { parseHost } from './host.ts';

export interface PageOriginOptions {
  /** Origins whose pages may use the API; `*` is any. */
  readonly corsOrigins: readonly string[];
  readonly publicBaseUrl: () => string | undefined;
}

/**
 * Returns a check of whether a WebSocket may be opened: by a program, which sends no `Origin`; by a page of this host,
 * on any port; or by a page of an allowed origin. Browsers let any page open a WebSocket to any host.
 */
export function createPageOriginCheck({ corsOrigins, publicBaseUrl }: PageOriginOptions) {
  return ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => {
    const { origin, host } = headers;
    if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const { hostname } = new URL(origin);
    const publicUrl = publicBaseUrl();
    const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
    return hostname === publicHost || hostname === parseHost(host)?.name;
  };
}
