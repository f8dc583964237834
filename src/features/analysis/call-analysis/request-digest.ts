import { createHash } from 'node:crypto';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { About } from './upload-schema.ts';

/** Content of a request with an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly about: About;
  /** SHA-256 of the recording, hexadecimal. The file name may differ between attempts. */
  readonly file?: string;
  /**
   * The transcript as stored: from a digest of the unredacted text, an attacker could recover a number by trying all
   * numbers.
   */
  readonly transcript?: Transcript;
  readonly url?: string;
}

/** Returns the SHA-256 of a request, hexadecimal. The order of fields in the body does not matter. */
export const requestDigest = ({ about, file, transcript, url }: KeyedRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1)), file, transcript, url]))
    .digest('hex');

/** Returns the SHA-256 of bytes that are read but not stored, hexadecimal. */
export async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
