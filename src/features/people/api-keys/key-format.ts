import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/**
 * A new key. It is looked up by its prefix and verified by its digest; the key itself is shown once and never stored.
 */
export interface NewKey {
  readonly key: string;
  readonly prefix: string;
  readonly sha256: string;
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
const prefixLetters = 10;
const form = /^(parley_[a-z0-9]{10})_[A-Za-z0-9_-]{43}$/;

/** `parley_<10 letters>_<256 random bits in base64url>`: scanners for leaked secrets can match this form. */
export function makeKey(): NewKey {
  const name = Array.from({ length: prefixLetters }, () => letters[randomInt(letters.length)]).join('');
  const prefix = `parley_${name}`;
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, sha256: digestOf(key).toString('hex') };
}

/** Returns the prefix of a key; undefined if the text does not have the form of one. */
export const prefixOf = (key: string): string | undefined => form.exec(key)?.[1];

/** Takes the same time whether the digest is close, wrong or missing. */
export function isKeyOf(key: string, sha256: string | undefined): boolean {
  const storedHash = Buffer.from(sha256 ?? '0'.repeat(64), 'hex');
  const keyHash = digestOf(key);
  return storedHash.length === keyHash.length && timingSafeEqual(storedHash, keyHash) && sha256 !== undefined;
}

/** Passwords need a slow hash; 256 random bits cannot be guessed from a fast one. */
const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();
