import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { unlessAway } from '../../../data/index.ts';
import { createHttpClient, type HttpClient } from '../../../http-client/index.ts';
import { type PublicAddressJson, proof } from './schema.ts';
import type { PublicAddressStore, StoredAddress } from './store.ts';

export type Changed =
  | { readonly kind: 'changed' }
  /** `PUBLIC_BASE_URL` sets the address. */
  | { readonly kind: 'fixed' }
  /** A request through the address did not reach this server. `detail` is a sentence. */
  | { readonly kind: 'unreached'; readonly detail: string };

export interface PublicAddress {
  /** URL under which this server is reached, without a slash at its end; undefined if none is set. */
  current(): string | undefined;
  shown(): PublicAddressJson;
  /** Stores an address through which a request has reached this server. */
  change(url: string): Promise<Changed>;
  remove(): Promise<Changed>;
  /** Returns what only a server of this installation can: the reply to a request through the address. */
  proofOf(nonce: string): string;
  /** Reads the address that another server may have stored. */
  refresh(): Promise<void>;
}

export interface PublicAddressOptions {
  readonly store: PublicAddressStore;
  /** Of the environment; takes precedence. */
  readonly fixed: string | undefined;
  /** Shared by all servers of the installation. */
  readonly secret: string;
  readonly now: () => Date;
  /** Returns a client that may send requests to this host, which a superadmin has entered. */
  readonly clientFor?: (host: string) => Pick<HttpClient, 'ask'>;
}

export const proofPath = '/api/settings/public-address/proof';

/** Opens the public address. Throws if the database cannot be read. */
export async function openPublicAddress(options: PublicAddressOptions): Promise<PublicAddress> {
  const { store, secret, now, clientFor = (host) => createHttpClient({ allowedHosts: [host] }) } = options;
  const fixed = options.fixed?.replace(/\/$/, '');
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'parley public address v1', 32));
  let address: StoredAddress | undefined = await store.get();

  const proofOf = (nonce: string): string => createHmac('sha256', key).update(nonce).digest('hex');

  async function troubleAt(url: string): Promise<string | undefined> {
    const nonce = randomBytes(16).toString('hex');
    const request = { url: `${url}${proofPath}/${nonce}`, method: 'GET', headers: {}, body: Buffer.alloc(0) };
    const { status, error, beginning } = await clientFor(new URL(url).hostname).ask(request);
    if (status === 0) return `${error} Check the name, the certificate and the proxy or tunnel.`;
    if (status >= 300 && status < 400)
      return `It redirects (${status}). Enter the address to which it redirects, or forward requests to this server.`;
    if (status !== 200)
      return `It responded with ${status}, so it does not forward to this server. Check the proxy or tunnel.`;
    return isProof(beginning.toString('utf8'), proofOf(nonce))
      ? undefined
      : 'Another server responded. Check where the proxy or tunnel forwards requests.';
  }

  return {
    current: () => fixed ?? address?.url,
    shown: () =>
      fixed === undefined
        ? {
            url: address?.url ?? null,
            source: address === undefined ? null : 'settings',
            checked_at: address?.checkedAt ?? null,
          }
        : { url: fixed, source: 'environment', checked_at: null },
    async change(url) {
      if (fixed !== undefined) return { kind: 'fixed' };
      const detail = await troubleAt(url);
      if (detail !== undefined) return { kind: 'unreached', detail };
      const checked = { url, checkedAt: now().toISOString() };
      await store.put(checked);
      address = checked;
      return { kind: 'changed' };
    },
    async remove() {
      if (fixed !== undefined) return { kind: 'fixed' };
      await store.put(undefined);
      address = undefined;
      return { kind: 'changed' };
    },
    proofOf,
    async refresh() {
      const read = await unlessAway(store.get().then((row) => ({ row })));
      if (read !== undefined) address = read.row;
    },
  };
}

function isProof(text: string, expected: string): boolean {
  try {
    const received = Buffer.from(proof.parse(JSON.parse(text)).proof);
    return received.length === expected.length && timingSafeEqual(received, Buffer.from(expected));
  } catch {
    return false;
  }
}
