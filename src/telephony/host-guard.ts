import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../../media/kit/public-address.ts';
import { targetOf } from '../http-client/index.ts';

/** Options of a request whose host is looked up within limits. */
export interface HostGuard {
  readonly lookup?: LookupFunction;
}

const notPublic = 'the address is not public, and TELEPHONY_ALLOWED_HOSTS does not name it';

/** Returns a look-up that fails for private addresses of hosts that are not allowed, or why the URL is refused. */
export function hostGuard(url: string, allowedHosts: readonly string[]): HostGuard | { readonly refusal: string } {
  const read = targetOf(url, allowedHosts);
  if ('refusal' in read) return { refusal: `the address ${read.refusal}` };
  const { isAllowed, isLiteral, host: literal } = read.target;
  const isRefused = (address: string): boolean => !isAllowed && !isPublicAddress(address);
  // A literal address is not looked up.
  if (isLiteral && isRefused(literal)) return { refusal: notPublic };
  return {
    lookup: (host, options, callback) =>
      lookup(host, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error !== null || first === undefined) return callback(error ?? new Error('the name is unknown'), '');
        if (addresses.some(({ address }) => isRefused(address))) return callback(new Error(notPublic), '');
        if (options.all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      }),
  };
}
