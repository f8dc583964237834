import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import { type OpenSocket, openSocket, reach } from './connection.ts';
import { type ResolveNames, resolveNames } from './names.ts';
import { OutboundFault, sentenceOf } from './outbound-fault.ts';
import { isPublicAddress } from './public-address.ts';
import { notPublic, type Target, targetOf } from './target.ts';

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly signal?: AbortSignal;
}

/** `status` is 0 where there was no answer, and `error` a sentence then. */
export interface Posted {
  readonly status: number;
  readonly error: string;
}

/** Requests to addresses that others have named. */
export interface Outbound {
  /** What is wrong with an address, as the rest of a sentence; undefined when nothing is. */
  refusal(address: string): Promise<string | undefined>;
  /** One try, over within the deadline. Redirects are not followed, and of the answer only the beginning is read. */
  post(posting: Posting): Promise<Posted>;
}

export interface OutboundOptions {
  /** Hosts that may be anywhere. */
  readonly allowedHosts: readonly string[];
  readonly deadlineMs?: number;
  readonly resolve?: ResolveNames;
  readonly open?: OpenSocket;
}

const defaultDeadlineMs = 5000;
const lookupMs = 2000;
const maxAnswerBytes = 4096;
const maxHeaderBytes = 16_384;

export function createOutbound(options: OutboundOptions): Outbound {
  const { allowedHosts, deadlineMs = defaultDeadlineMs, resolve = resolveNames, open = openSocket } = options;
  return {
    async refusal(address) {
      const read = targetOf(address, allowedHosts);
      if ('refusal' in read) return read.refusal;
      const { target } = read;
      if (target.isAllowed) return undefined;
      if (target.isLiteral) return isPublicAddress(target.host) ? undefined : notPublic;
      const { signal, done } = deadline(lookupMs);
      // A name that cannot be asked for now may be known later; each request asks again.
      const addresses = await resolve(target, signal).catch(() => []);
      done();
      return addresses.every(isPublicAddress) ? undefined : notPublic;
    },
    async post(posting) {
      const read = targetOf(posting.url, allowedHosts);
      if ('refusal' in read) return { status: 0, error: `The address ${read.refusal}.` };
      const { signal, done } = deadline(deadlineMs, posting.signal);
      try {
        const socket = await reach(read.target, { resolve, open, signal });
        return { status: await answerOf(read.target, socket, { ...posting, signal }), error: '' };
      } catch (error) {
        return { status: 0, error: sentenceOf(signal.aborted ? signal.reason : error) };
      } finally {
        done();
      }
    },
  };
}

/** A signal that is aborted then, or with the other one. */
function deadline(ms: number, outer?: AbortSignal): { readonly signal: AbortSignal; done(): void } {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new OutboundFault('out_of_time')), ms);
  const signal = outer === undefined ? over.signal : AbortSignal.any([over.signal, outer]);
  return { signal, done: () => clearTimeout(timer) };
}

/** The status, once the beginning of the body was read or the rest is not waited for any more. */
async function answerOf(target: Target, socket: Socket, { headers, body, signal }: Required<Posting>): Promise<number> {
  const make = target.url.protocol === 'http:' ? requestPlain : requestSecure;
  const request = make(target.url, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length, connection: 'close' },
    maxHeaderSize: maxHeaderBytes,
    createConnection: () => socket,
  });
  const stop = (): void => void request.destroy(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const answer = await headersOf(request, body);
    await beginningOf(answer);
    return answer.statusCode ?? 0;
  } finally {
    signal.removeEventListener('abort', stop);
    request.destroy();
    socket.destroy();
  }
}

function headersOf(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // A receiver that would rather speak another protocol has answered too.
    request.once('upgrade', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new OutboundFault('no_answer')));
    request.end(body);
  });
}

/** What a receiver says does not matter beyond its status: not how it says it either. */
function beginningOf(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes >= maxAnswerBytes) resolve();
    });
    for (const end of ['end', 'close', 'error'] as const) answer.once(end, () => resolve());
  });
}
