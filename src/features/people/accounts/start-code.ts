import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that the person who creates the first account can read the log of the server. */
export interface StartCode {
  /** The code as logged: three groups of four characters. */
  readonly shown: string;
  /** Ignores case, spaces and hyphens. Compares in constant time. */
  matches(given: string): boolean;
}

/** Omits most characters that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const characters = 12;

/** Derived from the session secret: stable over restarts, and the same on all nodes that share the secret. */
export function createStartCode(sessionSecret: string): StartCode {
  const digest = createHmac('sha256', sessionSecret).update('start code of the first account').digest();
  const code = [...digest.subarray(0, characters)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return {
    shown: (code.match(/.{4}/g) as string[]).join('-'),
    matches: (entered) => timingSafeEqual(sha256(normalised(entered)), sha256(code)),
  };
}

const normalised = (entered: string): string => entered.replaceAll(/[\s-]/g, '').toUpperCase();
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
