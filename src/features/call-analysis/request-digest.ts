import { createHash } from 'node:crypto';
import type { Transcript } from '../../transcripts/transcript.ts';
import type { About } from './schema.ts';

/** What a client asked for with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly about: About;
  /** SHA-256 of the recording, hexadecimal. Its name may differ from one attempt to the next. */
  readonly file?: string;
  /** As it is stored: a digest of the text before redaction would reveal a number to a search of all numbers. */
  readonly transcript?: Transcript;
  readonly url?: string;
}

/** SHA-256 of a request, hexadecimal: the same for the same values, whatever their order in the body. */
export const requestDigest = ({ about, file, transcript, url }: KeyedRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1)), file, transcript, url]))
    .digest('hex');

/** SHA-256 of bytes that are read and not stored, hexadecimal. */
export async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
