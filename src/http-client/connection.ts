import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { isPublicAddress } from '../../media/kit/public-address.ts';
import { HttpClientFault } from './http-client-fault.ts';
import type { ResolveNames } from './names.ts';
import type { Target } from './target.ts';

/** Opens a socket to a resolved address. */
export type OpenSocket = (target: Target, address: string) => Socket;

export const openSocket: OpenSocket = ({ url, host, port }, address) => {
  if (url.protocol === 'http:') return connectPlain({ host: address, port });
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectSecure({ host: address, port, ALPNProtocols: ['http/1.1'], ...name });
};

interface Reaching {
  readonly resolve: ResolveNames;
  readonly open: OpenSocket;
  readonly signal: AbortSignal;
}

/**
 * Connects to the current address of the target. A name with any non-public address is rejected, and each address is
 * checked again where the socket is opened, which covers literals and names that have changed in between.
 */
export async function reach(target: Target, { resolve, open, signal }: Reaching): Promise<Socket> {
  const addresses = target.isLiteral ? [target.host] : await resolve(target, signal);
  signal.throwIfAborted();
  if (addresses.length === 0) throw new HttpClientFault('unknown_name');
  if (!target.isAllowed && !addresses.every(isPublicAddress)) throw new HttpClientFault('not_public');
  let trouble: unknown;
  for (const address of addresses) {
    try {
      return await connected(guarded(open)(target, address), target, signal);
    } catch (error) {
      trouble = error;
      if (signal.aborted) break;
    }
  }
  throw trouble;
}

const guarded =
  (open: OpenSocket): OpenSocket =>
  (target, address) => {
    if (!target.isAllowed && !isPublicAddress(address)) throw new HttpClientFault('not_public');
    return open(target, address);
  };

function connected(socket: Socket, { url }: Target, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      signal.removeEventListener('abort', stop);
      socket.off('error', fail);
      resolve(socket);
    };
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      reject(error);
    };
    const stop = (): void => fail(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('error', fail);
    socket.once(url.protocol === 'http:' ? 'connect' : 'secureConnect', give);
  });
}
