import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ModelsFault } from './fault.ts';

export interface FetchFileOptions {
  /** A file, or an address that begins with `https://`. */
  readonly source: string;
  readonly to: string;
  /** Hash of the contents, in hexadecimal; not checked if absent. */
  readonly sha256?: string;
  /** Bytes that every file of the expected kind begins with, and the name of the kind. */
  readonly kind?: { readonly magic: Buffer; readonly name: string };
  /** More are refused. */
  readonly maxBytes?: number;
}

export const isAddress = (source: string): boolean => /^https:\/\//i.test(source);

/** Throws `bad_source` unless the hash is one. */
export function readSha256(sha256: string | undefined): string {
  if (sha256 !== undefined && /^[0-9a-f]{64}$/i.test(sha256)) return sha256.toLowerCase();
  throw new ModelsFault('bad_source', '--sha256 must be the hash of the file, as 64 hexadecimal digits');
}

/**
 * Copies or fetches a file and checks it. Throws `bad_source`, `not_fetched` or `wrong_file`; the caller removes what was
 * written by then.
 */
export async function fetchFile({ source, to, sha256, kind, maxBytes }: FetchFileOptions): Promise<void> {
  const check = createCheck(source, maxBytes);
  await pipeline(await bytesOf(source), check.stream, createWriteStream(to, { flush: true }));
  if (kind !== undefined && !check.begin().subarray(0, kind.magic.length).equals(kind.magic))
    throw new ModelsFault('wrong_file', `${source} is not ${kind.name}`);
  const hash = check.hash();
  if (sha256 !== undefined && hash !== sha256) throw new ModelsFault('wrong_file', `${source} has the hash ${hash}`);
}

async function bytesOf(source: string): Promise<Readable> {
  if (!isAddress(source)) return opened(source);
  const response = await fetch(source).catch((error: unknown) => {
    throw new ModelsFault('not_fetched', `${source} cannot be reached`, { cause: error });
  });
  if (!response.ok || response.body === null)
    throw new ModelsFault('not_fetched', `${source} returned the status ${response.status}`);
  return Readable.from(received(source, response.body));
}

async function* received(source: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new ModelsFault('not_fetched', `${source} broke off`, { cause });
  }
}

function opened(path: string): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const stream = createReadStream(path);
    stream.once('open', () => resolve(stream));
    stream.once('error', (cause) => reject(new ModelsFault('bad_source', `${path} cannot be read`, { cause })));
  });
}

const beginBytes = 16;

/** A stream that hashes and counts what passes, and keeps how it begins. */
function createCheck(source: string, maxBytes = Number.POSITIVE_INFINITY) {
  const digest = createHash('sha256');
  let begin = Buffer.alloc(0);
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      if (begin.length < beginBytes) begin = Buffer.concat([begin, chunk.subarray(0, beginBytes)]);
      digest.update(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) pass(new ModelsFault('wrong_file', `${source} has more than ${maxBytes} bytes`));
      else pass(null, chunk);
    },
  });
  return { stream, begin: () => begin, hash: () => digest.digest('hex') };
}
