import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '../data/index.ts';
import { type OpenSocket, reach } from './connection.ts';
import { HttpClientFault, sentenceOf } from './http-client-fault.ts';
import type { ResolveNames } from './names.ts';
import { deadline, headersOf, maxHeaderBytes } from './request.ts';
import { type Target, targetOf } from './target.ts';

export interface Downloading {
  readonly url: string;
  /** Not sent when a redirect leads to another host or protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** The target file, truncated first; its contents after a failure are invalid. */
  readonly path: string;
  readonly maxBytes: number;
  /** Time limit for the whole download. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

export type Downloaded =
  | { readonly kind: 'done'; readonly bytes: number }
  /** `status` is 0 without a response. */
  | { readonly kind: 'failed'; readonly status: number; readonly detail: string }
  /** The disk is full. */
  | { readonly kind: 'no_room' };

interface Reach {
  readonly allowedHosts: readonly string[];
  readonly resolve: ResolveNames;
  readonly open: OpenSocket;
}

const mostRedirects = 3;

/** Downloads a file to `path`. */
export async function downloadTo(asked: Downloading, { allowedHosts, ...by }: Reach): Promise<Downloaded> {
  const { signal, done } = deadline(asked.deadlineMs, asked.signal);
  let { url, headers } = asked;
  try {
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const read = targetOf(url, allowedHosts);
      if ('refusal' in read) return { kind: 'failed', status: 0, detail: `The address ${read.refusal}.` };
      const socket = await reach(read.target, { ...by, signal });
      const stop = (): void => void socket.destroy(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      try {
        const answer = await get(read.target, { headers, socket });
        const status = answer.statusCode ?? 0;
        if (status === 200) return { kind: 'done', bytes: await keep(answer, { ...asked, signal }) };
        const next = status >= 300 && status < 400 ? answer.headers.location : undefined;
        if (next === undefined || !URL.canParse(next, url))
          return { kind: 'failed', status, detail: `The server of the file returned ${status}.` };
        const to = new URL(next, url);
        if (to.host !== read.target.url.host || to.protocol !== read.target.url.protocol) headers = {};
        url = to.href;
      } finally {
        signal.removeEventListener('abort', stop);
        socket.destroy();
      }
    }
    return { kind: 'failed', status: 0, detail: 'There were too many redirects.' };
  } catch (error) {
    if (isDiskFull(error)) return { kind: 'no_room' };
    return { kind: 'failed', status: 0, detail: sentenceOf(signal.aborted ? signal.reason : error) };
  } finally {
    done();
  }
}

function get(
  { url }: Target,
  { headers, socket }: Pick<Downloading, 'headers'> & { readonly socket: ReturnType<OpenSocket> },
): Promise<IncomingMessage> {
  const make = url.protocol === 'http:' ? requestPlain : requestSecure;
  const request = make(url, {
    headers: { ...headers, connection: 'close' },
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => socket,
  });
  return headersOf(request);
}

async function keep(
  answer: IncomingMessage,
  { path, maxBytes, signal }: Pick<Downloading, 'path' | 'maxBytes' | 'signal'>,
): Promise<number> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new HttpClientFault('too_large');
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, next) {
      bytes += piece.length;
      next(bytes > maxBytes ? new HttpClientFault('too_large') : null, piece);
    },
  });
  await pipeline(answer, counted, createWriteStream(path, { mode: 0o600 }), { signal });
  if (!answer.complete) throw new HttpClientFault('no_answer');
  return bytes;
}
