import type { HttpClient } from '../../../http-client/index.ts';
import { isLocal } from './schema.ts';

/** Whether requests to an address may be sent, and the host that a superadmin accepted for it. */
export type CheckedAddress =
  | { readonly kind: 'accepted'; readonly host: string | null }
  | { readonly kind: 'refused'; readonly detail: string };

export interface AddressCheck {
  readonly baseUrl: string;
  /** Whether a superadmin sends it. */
  readonly bySuperadmin: boolean;
  /** Accepted by a superadmin earlier. */
  readonly acceptedHost: string | null;
}

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Returns the host and port of an address, in the form of `LLM_ALLOWED_HOSTS`. */
function hostOf(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  return `${hostname}:${port === '' ? ports[protocol] : port}`;
}

/**
 * Returns a function that checks an address: public ones, hosts of the settings and those that a superadmin accepts. A
 * superadmin may connect the whole installation to any address anyway.
 */
export function createAddressCheck(refusal: HttpClient['refusal'], localNames: () => Promise<readonly string[]>) {
  return async ({ baseUrl, bySuperadmin, acceptedHost }: AddressCheck): Promise<CheckedAddress> => {
    if (isLocal(baseUrl)) {
      const names = await localNames();
      if (names.includes(baseUrl.slice('local:'.length))) return { kind: 'accepted', host: null };
      const there = names.length === 0 ? 'There are none yet.' : `There are: ${names.join(', ')}.`;
      const detail = `body base_url: is not a model of this server. ${there} Add one with npm run models -- --add.`;
      return { kind: 'refused', detail };
    }
    const host = hostOf(baseUrl);
    if (bySuperadmin || host === acceptedHost) return { kind: 'accepted', host };
    const reason = await refusal(baseUrl);
    if (reason === undefined) return { kind: 'accepted', host: null };
    const advice = `A model server on this machine or in your network needs permission: ask a superadmin to save this connection, or the operator to add the host to the setting LLM_ALLOWED_HOSTS, here LLM_ALLOWED_HOSTS=${host}.`;
    return { kind: 'refused', detail: `body base_url: ${reason}. ${advice}` };
  };
}

export type CheckAddress = ReturnType<typeof createAddressCheck>;
