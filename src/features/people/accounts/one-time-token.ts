import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits for a link, and their digest for storage. */
export function makeOneTimeToken(): { readonly token: string; readonly sha256: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, sha256: sha256Of(token) };
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
