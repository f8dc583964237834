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

export interface Reading {
  readonly url: string;
  /** Not sent when a redirect leads to another host or protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** A response that announces more is refused. */
  readonly maxBytes: number;
  /** Time limit for the whole download. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

export interface Downloading extends Reading {
  /** The target file, truncated first; its contents after a failure are invalid. */
  readonly path: string;
}

export type Downloaded =
  | { readonly kind: 'done'; readonly bytes: number }
  /** `status` is 0 without a response. */
  | { readonly kind: 'failed'; readonly status: number; readonly detail: string }
  /** The disk is full. */
  | { readonly kind: 'no_room' };

/** Why a file did not arrive. */
export class DownloadFault extends Error {
  /** 0 without a response. */
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'DownloadFault';
    this.status = status;
  }
}

/** A download that receives less than `leastBytes` in any `windowMs` ends. */
export interface Pace {
  readonly windowMs: number;
  readonly leastBytes: number;
}

/** About 4 KiB/s. Slower servers would occupy a download until its time limit. */
export const usualPace: Pace = { windowMs: 60_000, leastBytes: 262_144 };

interface Reach {
  readonly allowedHosts: readonly string[];
  readonly resolve: ResolveNames;
  readonly open: OpenSocket;
  readonly pace: Pace;
}

const mostRedirects = 3;

/** Yields the bytes of a file as they arrive; the reader counts them. Throws `DownloadFault`. */
export async function* bytesOf(request: Reading, { allowedHosts, pace, ...by }: Reach): AsyncGenerator<Buffer> {
  const slow = new AbortController();
  const stops = request.signal === undefined ? [slow.signal] : [slow.signal, request.signal];
  const { signal, done } = deadline(request.deadlineMs, AbortSignal.any(stops));
  let received = (): number => 0;
  let before = 0;
  const watch = setInterval(() => {
    const bytes = received();
    if (bytes - before < pace.leastBytes) slow.abort(new HttpClientFault('too_slow'));
    before = bytes;
  }, pace.windowMs);
  let { url, headers } = request;
  try {
    for (let hops = 0; hops <= mostRedirects; hops++) {
      // A redirect reaches a host of the settings only if the request began there.
      const isFirst = new URL(url).host === new URL(request.url).host;
      const read = targetOf(url, isFirst ? allowedHosts : []);
      if ('refusal' in read) throw new DownloadFault(0, `The address ${read.refusal}.`);
      const socket = await reach(read.target, { ...by, signal });
      const earlier = received();
      received = () => earlier + socket.bytesRead;
      const stop = (): void => void socket.destroy(signal.reason as Error);
      signal.addEventListener('abort', stop, { once: true });
      try {
        const answer = await get(read.target, { headers, socket });
        const status = answer.statusCode ?? 0;
        if (status === 200) return yield* bodyOf(answer, request.maxBytes);
        const next = status >= 300 && status < 400 ? answer.headers.location : undefined;
        if (next === undefined || !URL.canParse(next, url))
          throw new DownloadFault(status, `The server of the file returned ${status}.`);
        const to = new URL(next, url);
        if (to.host !== read.target.url.host || to.protocol !== read.target.url.protocol) headers = {};
        url = to.href;
      } finally {
        signal.removeEventListener('abort', stop);
        socket.destroy();
      }
    }
    throw new DownloadFault(0, 'There were too many redirects.');
  } catch (error) {
    if (error instanceof DownloadFault) throw error;
    throw new DownloadFault(0, sentenceOf(signal.aborted ? signal.reason : error));
  } finally {
    clearInterval(watch);
    done();
  }
}

/** Downloads a file to `path`. */
export async function downloadTo({ path, ...reading }: Downloading, by: Reach): Promise<Downloaded> {
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, next) {
      bytes += piece.length;
      next(bytes > reading.maxBytes ? new HttpClientFault('too_large') : null, piece);
    },
  });
  try {
    await pipeline(bytesOf(reading, by), counted, createWriteStream(path, { mode: 0o600 }));
    return { kind: 'done', bytes };
  } catch (error) {
    if (isDiskFull(error)) return { kind: 'no_room' };
    const isOurs = error instanceof DownloadFault;
    return { kind: 'failed', status: isOurs ? error.status : 0, detail: isOurs ? error.message : sentenceOf(error) };
  }
}

function get(
  { url }: Target,
  { headers, socket }: Pick<Reading, 'headers'> & { readonly socket: ReturnType<OpenSocket> },
): Promise<IncomingMessage> {
  const make = url.protocol === 'http:' ? requestPlain : requestSecure;
  const request = make(url, {
    headers: { ...headers, connection: 'close' },
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => socket,
  });
  return headersOf(request);
}

async function* bodyOf(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new HttpClientFault('too_large');
  yield* answer as AsyncIterable<Buffer>;
  if (!answer.complete) throw new HttpClientFault('no_answer');
}
