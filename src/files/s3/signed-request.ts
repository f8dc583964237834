import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { BucketFault } from './fault.ts';

export interface SignedRequestOptions {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Aborts a connection that makes no progress for this long. */
  readonly idleMs: number;
}

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: { readonly sizeBytes: number; readonly open: () => Readable };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read to its end, or resumed. */
  readonly body: Readable;
}

/** Sends one request with a SigV4 signature. `what` names the operation in faults. */
export type SignedRequest = (what: string, wanted: Asked) => Promise<Answer>;

export function createSignedRequest({ idleMs, ...credentials }: SignedRequestOptions): SignedRequest {
  return async (what, { method, url, headers, body }) => {
    const signer = new AwsV4Signer({ method, url, headers: { ...headers }, service: 's3', ...credentials });
    const signed = await signer.sign();
    const length = body === undefined ? (method === 'PUT' ? 0 : undefined) : body.sizeBytes;
    const make = signed.url.protocol === 'https:' ? requestSecure : requestPlain;
    const request = make(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(length === undefined ? {} : { 'content-length': length }),
      },
    });
    let isOver = false;
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.on('error', reject);
    });
    const slow = new BucketFault('bucket_slow', `${what}: the object store made no progress for ${idleMs} ms`);
    request.setTimeout(idleMs, () => request.destroy(slow));
    if (body === undefined) request.end();
    // A store that rejects a request may respond before reading the whole body. The response counts; the failed
    // remainder does not.
    else pipeline(body.open(), request).catch((error: unknown) => !isOver && request.destroy(error as Error));
    try {
      const answer = await answered;
      isOver = true;
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer };
    } catch (error) {
      // A local file that cannot be read is not the store's fault.
      if (error instanceof BucketFault || (error as NodeJS.ErrnoException).path !== undefined) throw error;
      const { code = 'closed the connection' } = error as { code?: string };
      throw new BucketFault('bucket_unreachable', `${what}: no answer from ${signed.url.host} (${code})`, {
        cause: error,
      });
    }
  };
}
