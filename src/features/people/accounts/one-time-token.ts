import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits for a link, and their digest for storage. */
export function makeOneTimeToken(): { readonly token: string; readonly sha256: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, sha256: sha256Of(token) };
}

/** Returns the token of a link, followed by the address of its account, which anybody may read. */
export const withAddress = (token: string, email: string): string =>
  `${token}.${Buffer.from(email).toString('base64url')}`;

/** Returns the part of a link's token that the digest is of. */
export const secretOf = (token: string): string => token.split('.', 1)[0] as string;

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
