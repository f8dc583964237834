import type { ClientRequest, IncomingMessage } from 'node:http';
import { HttpClientFault } from './http-client-fault.ts';

export const maxHeaderBytes = 16_384;

/** Returns a signal that aborts after `ms`, or with `outer`. */
export function deadline(ms: number, outer?: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new HttpClientFault('out_of_time')), ms);
  const signal = outer === undefined ? over.signal : AbortSignal.any([over.signal, outer]);
  return { signal, done: () => clearTimeout(timer) };
}

/** Sends the request and waits for the response headers. */
export function headersOf(request: ClientRequest, body?: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // A receiver that asks to switch protocols has responded too.
    request.once('upgrade', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new HttpClientFault('no_answer')));
    request.end(body);
  });
}
