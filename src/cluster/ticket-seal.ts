import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the contents of a ticket, so that any server of the installation can read them without the database. */
export interface TicketSeal {
  /** Returns a text of URL characters that is different each time. */
  seal(contents: unknown): string;
  /** Returns the contents; undefined if no server of this installation sealed them. */
  open(token: string): unknown;
}

const nonceBytes = 12;
const tagBytes = 16;
/** Random tokens have 32 characters, and no ticket is as short. */
const leastCharacters = 64;

/** AES-256-GCM: the numbers of a call must not be legible in the log of a proxy. */
export function createTicketSeal(secret: string): TicketSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'parley stream tickets v1', 32));
  return {
    seal(contents) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(JSON.stringify(contents), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
    },
    open(token) {
      if (token.length < leastCharacters) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      try {
        const nonce = bytes.subarray(0, nonceBytes);
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
        decipher.setAuthTag(bytes.subarray(-tagBytes));
        const text = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
        return JSON.parse(Buffer.concat(text).toString('utf8'));
      } catch {
        return undefined;
      }
    },
  };
}
