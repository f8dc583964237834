import type { StreamDialect, StreamRequest } from '../../../../media/ports.ts';
import { unlessAway } from '../../../data/index.ts';
import type { Providers } from '../../../telephony/index.ts';
import type { Telephony } from './service.ts';

export interface StreamRequestsOptions {
  readonly providers: Pick<Providers, 'all'>;
  readonly senderOf: Telephony['senderOf'];
  /** Addresses at which providers reach streams, besides the host of the request; ws(s) or http(s). */
  readonly bases: () => readonly (string | undefined)[];
  /** Called when a stream is refused. `urls`: what the signature may have covered. */
  readonly onForged: (callUuid: string, provider: string, urls: readonly string[]) => void;
}

/**
 * Returns a check of the request that opens a call's stream: true if its signature is wrong, or missing although the
 * account requires one. The ticket alone decides while the database is away, and for providers that sign no streams.
 */
export function createStreamCheck({ providers, senderOf, bases, onForged }: StreamRequestsOptions) {
  return async (callUuid: string, dialect: StreamDialect, request: StreamRequest): Promise<boolean> => {
    const provider = providers.all.find(({ wire, signature }) => wire === dialect && signature?.signsStreams === true);
    const seal = provider?.signature?.sealOf(request.signatures);
    if (provider === undefined) return false;
    const urls = urlsOf(request, bases());
    const about = { dialect: provider.name, callUuid, providerCallId: undefined, to: undefined, mayBeNew: false };
    const sender = await unlessAway(senderOf(about, seal && { ...seal, urls, form: {} }));
    if (sender?.kind !== 'forged') return false;
    onForged(callUuid, provider.name, urls);
    return true;
  };
}

/**
 * Returns the URLs that the provider may have signed. It signs the URL of the stream that it received; a client that
 * adds a slash to it, or leaves one out, may sign either.
 */
function urlsOf({ host, target }: StreamRequest, bases: readonly (string | undefined)[]): readonly string[] {
  const roots = [host === '' ? undefined : `wss://${host}`, host === '' ? undefined : `ws://${host}`, ...bases];
  const query = target.indexOf('?');
  const path = (query === -1 ? target : target.slice(0, query)).replace(/\/$/, '');
  const search = query === -1 ? '' : target.slice(query);
  const urls = roots.flatMap((root) => {
    if (root === undefined) return [];
    const base = root.replace(/^http/, 'ws').replace(/\/$/, '');
    return [`${base}${path}${search}`, `${base}${path}/${search}`];
  });
  return [...new Set(urls)];
}
