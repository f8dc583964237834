import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import { isPublicAddress } from '../../media/kit/public-address.ts';
import { type OpenSocket, openSocket, reach } from './connection.ts';
import {
  bytesOf,
  type Downloaded,
  type Downloading,
  downloadTo,
  type Pace,
  type Reading,
  usualPace,
} from './download.ts';
import { createGuardedFetch, type Fetch, type FetchLimits } from './guarded-fetch.ts';
import { sentenceOf } from './http-client-fault.ts';
import { type ResolveNames, resolveNames } from './names.ts';
import { deadline, headersOf, maxHeaderBytes } from './request.ts';
import { notPublic, type Target, targetOf } from './target.ts';

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal?: AbortSignal;
}

export interface Asking extends Posting {
  /** POST by default. A GET or DELETE is sent without a body. */
  readonly method?: string;
  /** That of the client by default. */
  readonly deadlineMs?: number;
  /** Part of the response that is read; 4 KiB by default. */
  readonly maxBytes?: number;
}

/** Result of a request. Without a response, `status` is 0 and `error` is a sentence. */
export interface Posted {
  readonly status: number;
  readonly error: string;
}

export interface Answered extends Posted {
  /** The response body up to the limit, unmodified. */
  readonly beginning: Buffer;
  /** Whether `beginning` is the whole body. */
  readonly isWhole: boolean;
}

/** Sends requests to URLs that users supplied. */
export interface HttpClient {
  /** Returns what is wrong with a URL, as the rest of a sentence; undefined if nothing is. */
  refusal(address: string): Promise<string | undefined>;
  /** Makes one attempt within the deadline. Does not follow redirects, and reads only the beginning of the response. */
  post(posting: Posting): Promise<Posted>;
  /** Like `post`, and also returns the beginning of the response. */
  ask(asking: Asking): Promise<Answered>;
  /** Returns a `fetch` for libraries, with the same guard. */
  fetchWithin(limits: FetchLimits): Fetch;
  /** Downloads a file. Follows a few redirects, each checked like the first URL. Never rejects. */
  download(downloading: Downloading): Promise<Downloaded>;
  /** Like `download`, and yields the bytes as they arrive. Throws `DownloadFault`. */
  read(reading: Reading): AsyncIterable<Uint8Array>;
}

export interface HttpClientOptions {
  /** Hosts that may resolve to any address. */
  readonly allowedHosts: readonly string[];
  readonly deadlineMs?: number;
  readonly resolve?: ResolveNames;
  readonly open?: OpenSocket;
  /** Of downloads. Defaults to 256 KiB a minute. */
  readonly pace?: Pace;
}

const defaultDeadlineMs = 5000;
const lookupMs = 2000;
const maxAnswerBytes = 4096;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { allowedHosts, deadlineMs = defaultDeadlineMs, resolve = resolveNames, open = openSocket } = options;
  const reading = { allowedHosts, resolve, open, pace: options.pace ?? usualPace };
  return {
    async refusal(address) {
      const read = targetOf(address, allowedHosts);
      if ('refusal' in read) return read.refusal;
      const { target } = read;
      if (target.isAllowed) return undefined;
      if (target.isLiteral) return isPublicAddress(target.host) ? undefined : notPublic;
      const { signal, done } = deadline(lookupMs);
      // A name that cannot be resolved now may resolve later; each request resolves it again.
      const addresses = await resolve(target, signal).catch(() => []);
      done();
      return addresses.every(isPublicAddress) ? undefined : notPublic;
    },
    async post(posting) {
      const { status, error } = await ask(posting);
      return { status, error };
    },
    ask,
    fetchWithin: (limits) => createGuardedFetch({ allowedHosts, resolve, open }, limits),
    download: (downloading) => downloadTo(downloading, reading),
    read: (request) => bytesOf(request, reading),
  };

  async function ask(posting: Asking): Promise<Answered> {
    const read = targetOf(posting.url, allowedHosts);
    if ('refusal' in read) return unanswered(`The address ${read.refusal}.`);
    const { signal, done } = deadline(posting.deadlineMs ?? deadlineMs, posting.signal);
    try {
      const socket = await reach(read.target, { resolve, open, signal });
      return { ...(await answerOf(read.target, socket, { ...posting, signal })), error: '' };
    } catch (error) {
      return unanswered(sentenceOf(signal.aborted ? signal.reason : error));
    } finally {
      done();
    }
  }
}

const unanswered = (error: string): Answered => ({ status: 0, error, beginning: Buffer.alloc(0), isWhole: true });

/** Returns the status once the beginning of the body was read or the signal aborts. */
async function answerOf(
  target: Target,
  socket: Socket,
  { method = 'POST', headers, body, signal, maxBytes = maxAnswerBytes }: Asking & { readonly signal: AbortSignal },
): Promise<Omit<Answered, 'error'>> {
  const make = target.url.protocol === 'http:' ? requestPlain : requestSecure;
  const request = make(target.url, {
    method,
    headers: { ...headers, ...(hasBody(method) && { 'content-length': body.length }), connection: 'close' },
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => socket,
  });
  const stop = (): void => void request.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = await headersOf(request, hasBody(method) ? body : undefined);
    return { status: answer.statusCode ?? 0, ...(await beginningOf(answer, maxBytes)) };
  } finally {
    signal.removeEventListener('abort', stop);
    request.destroy();
    socket.destroy();
  }
}

const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

/** Reads until the limit or the end of the body. However the response ends, what arrived counts. */
function beginningOf(answer: IncomingMessage, maxBytes: number): Promise<Pick<Answered, 'beginning' | 'isWhole'>> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const settle = (): void => {
      const beginning = Buffer.concat(pieces).subarray(0, maxBytes);
      resolve({ beginning, isWhole: answer.complete && bytes <= maxBytes });
    };
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes - piece.length < maxBytes) pieces.push(piece);
      if (bytes >= maxBytes) settle();
    });
    for (const end of ['end', 'close', 'error'] as const) answer.once(end, settle);
  });
}
