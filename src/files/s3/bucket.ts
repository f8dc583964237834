import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { ByteRange } from '../file-store.ts';
import { BucketFault, faultOf } from './fault.ts';
import { type Answer, createSignedRequest, type SignedRequest } from './signed-request.ts';

export interface BucketOptions {
  /** For example `https://s3.eu-central-1.amazonaws.com`. Uses path-style addressing. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Aborts a connection that makes no progress for this long. */
  readonly idleMs?: number;
}

export interface Upload {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hex digest of the content. */
  readonly sha256: string;
  /** Base64 digest of the content. */
  readonly md5: string;
}

/** Objects of one bucket. Every method rejects with a `BucketFault`. */
export interface Bucket {
  /** Uploads a file in one request, then checks the stored size. The store verifies both digests. */
  put(key: string, upload: Upload): Promise<void>;
  /** Undefined when the object does not exist. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Undefined when the object does not exist. The stream fails if no byte arrives within the idle limit. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Copies within the bucket. Returns false if the object does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** Succeeds even if the object does not exist. */
  remove(key: string): Promise<void>;
  /** Yields pages of objects, sorted by key. */
  list(prefix: string): AsyncGenerator<readonly ListedObject[]>;
}

export interface ListedObject {
  readonly key: string;
  readonly modifiedMs: number;
}

const emptySha256 = createHash('sha256').digest('hex');
/** Delays before the second and third attempt of a request; each is randomly shortened. */
const pausesMs = [250, 1000] as const;

export function createBucket(options: BucketOptions): Bucket {
  const base = `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`;
  const request = createSignedRequest({ idleMs: 15_000, ...options });
  const addressOf = (key: string): string => `${base}/${key.split('/').map(encodeURIComponent).join('/')}`;

  async function ask(what: string, wanted: Asked): Promise<Answer> {
    const body = { 'x-amz-content-sha256': wanted.body?.sha256 ?? emptySha256 };
    const sent = { ...wanted, headers: { ...body, ...wanted.headers } };
    const answer = await persist(request, what, sent);
    if (answer.status < 300 || (answer.status === 404 && wanted.mayLack === true)) return answer;
    throw faultOf(what, answer.status, codeIn(await text(answer.body)));
  }

  async function sizeOf(key: string): Promise<number | undefined> {
    const { status, headers, body } = await ask('reading the size of an object', {
      method: 'HEAD',
      url: addressOf(key),
      mayLack: true,
    });
    body.resume();
    return status === 404 ? undefined : Number(headers['content-length']);
  }

  return {
    sizeOf,
    async put(key, { path, sizeBytes, sha256, md5 }) {
      const body = { sha256, sizeBytes, open: () => createReadStream(path) };
      const headers = { 'content-md5': md5, 'content-type': 'application/octet-stream' };
      const answer = await ask('uploading a file', { method: 'PUT', url: addressOf(key), headers, body });
      answer.body.resume();
      // Another process may have removed it already; the caller checks for that.
      const storedSize = await sizeOf(key);
      if (storedSize !== undefined && storedSize !== sizeBytes)
        throw new BucketFault('object_altered', `uploading a file: the object has ${storedSize} of ${sizeBytes} bytes`);
    },
    async read(key, range) {
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
      const wanted = { method: 'GET', url: addressOf(key), headers, mayLack: true };
      const { status, body } = await ask('reading an object', wanted);
      if (status !== 404) return body;
      // A missing bucket is a fault; a missing object is not.
      const code = codeIn(await text(body));
      if (code === 'NoSuchBucket') throw faultOf('reading an object', status, code);
      return undefined;
    },
    async copy(from, to) {
      const source = new URL(addressOf(from)).pathname;
      const headers = { 'x-amz-copy-source': source };
      const answer = await ask('copying an object', { method: 'PUT', url: addressOf(to), headers, mayLack: true });
      // A copy that fails late returns 200 with an error in the body.
      const code = codeIn(await text(answer.body));
      if (answer.status === 404 && code !== 'NoSuchBucket') return false;
      if (code !== '') throw faultOf('copying an object', answer.status, code);
      return true;
    },
    async remove(key) {
      const wanted = { method: 'DELETE', url: addressOf(key), mayLack: true };
      (await ask('removing an object', wanted)).body.resume();
    },
    async *list(prefix) {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const url = pageAddress(base, prefix, next);
        const page = await text((await ask('listing objects', { method: 'GET', url })).body);
        yield objectsIn(page);
        next = textOf(page, 'NextContinuationToken');
      }
    },
  };
}

/** Returns the address of a page of a list; `next` is the token of the page before. */
function pageAddress(base: string, prefix: string, next: string): string {
  const url = new URL(base);
  url.searchParams.set('list-type', '2');
  url.searchParams.set('prefix', prefix);
  if (next !== '') url.searchParams.set('continuation-token', next);
  return url.href;
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly sha256: string; readonly sizeBytes: number; readonly open: () => Readable };
  /** Whether 404 is a normal response. */
  readonly mayLack?: boolean;
}

/**
 * Retries requests that found the server unreachable or failing. Timeouts are not retried: the caller has already
 * waited.
 */
async function persist(request: SignedRequest, what: string, wanted: Asked): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const pauseMs = pausesMs[attempt];
    try {
      const answer = await request(what, { headers: {}, ...wanted });
      const isTrouble = answer.status >= 500 || answer.status === 429;
      if (!isTrouble || pauseMs === undefined) return answer;
      answer.body.resume();
    } catch (error) {
      if (!(error instanceof BucketFault && error.code === 'bucket_unreachable') || pauseMs === undefined) throw error;
    }
    await delay(pauseMs * (0.5 + Math.random() / 2));
  }
}

const codeIn = (body: string): string => (body.includes('<Error>') ? (textOf(body, 'Code') ?? '') : '');

function objectsIn(page: string): ListedObject[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, contents = '']) => ({
    key: textOf(contents, 'Key') ?? '',
    modifiedMs: Date.parse(textOf(contents, 'LastModified') ?? '') || Number.POSITIVE_INFINITY,
  }));
}

/** Returns the text of the first such element. Keys and tokens are plain text; `&amp;` is the only entity in tokens. */
const textOf = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&');
