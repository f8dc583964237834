import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type OpenSocket, reach } from './connection.ts';
import { HttpClientFault } from './http-client-fault.ts';
import type { ResolveNames } from './names.ts';
import { deadline, headersOf, maxHeaderBytes } from './request.ts';
import { type Target, targetOf } from './target.ts';

export interface GuardedFetchOptions {
  readonly allowedHosts: readonly string[];
  readonly resolve: ResolveNames;
  readonly open: OpenSocket;
}

export interface FetchLimits {
  /** Time for a request with the whole of its response. */
  readonly deadlineMs: number;
  /** A longer response breaks off. */
  readonly maxBytes: number;
}

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Statuses whose response has no body. */
const bodiless: readonly number[] = [101, 204, 205, 304];

/**
 * Creates a `fetch` for libraries, with the guard of the HTTP client: it connects to public addresses only, and follows
 * no redirects. The body of a request must be a text.
 */
export const createGuardedFetch =
  ({ allowedHosts, resolve, open }: GuardedFetchOptions, { deadlineMs, maxBytes }: FetchLimits): Fetch =>
  async (url, init = {}) => {
    const read = targetOf(String(url), allowedHosts);
    if ('refusal' in read) throw new HttpClientFault('not_public');
    const { signal, done } = deadline(deadlineMs, init.signal ?? undefined);
    try {
      const socket = await reach(read.target, { resolve, open, signal });
      const request = requestOf(read.target, init, socket);
      const stop = (): void => void request.destroy(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      const answer = await headersOf(request, typeof init.body === 'string' ? Buffer.from(init.body) : undefined);
      answer.once('close', () => {
        done();
        signal.removeEventListener('abort', stop);
        socket.destroy();
      });
      return responseOf(answer, maxBytes);
    } catch (error) {
      done();
      throw signal.aborted ? signal.reason : error;
    }
  };

function requestOf({ url }: Target, { method = 'GET', headers, body }: RequestInit, socket: Socket) {
  const make = url.protocol === 'http:' ? requestPlain : requestSecure;
  const own = typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  return make(url, {
    method,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      ...own,
      'accept-encoding': 'identity',
      connection: 'close',
    },
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => socket,
  });
}

function responseOf(answer: IncomingMessage, maxBytes: number): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) headers.set(name, String(value));
  if (bodiless.includes(status) || status < 200) {
    answer.destroy();
    return new Response(null, { status: Math.max(status, 204), headers });
  }
  return new Response(Readable.toWeb(Readable.from(limited(answer, maxBytes))) as ReadableStream, { status, headers });
}

async function* limited(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new HttpClientFault('too_large');
    yield piece;
  }
}
