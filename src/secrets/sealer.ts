import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { OrganisationId } from '../data/index.ts';

/** Why a value cannot be sealed or opened, as a person should read it. */
export const secretTroubles = {
  no_key:
    'Secrets can neither be stored nor read: SETTINGS_ENCRYPTION_KEY is not set. Set it and start the server again.',
  other_key:
    'This was stored under another SETTINGS_ENCRYPTION_KEY and cannot be read. Restore that key, or enter the value again.',
  damaged: 'What is stored here cannot be read: it was altered or put in another place. Enter the value again.',
} as const;

export type SecretTrouble = keyof typeof secretTroubles;

/** Where a value belongs. Moved to another place it does not open. */
export interface SecretPlace {
  readonly organisationId: OrganisationId;
  /** `table.column`, or the name of a setting. */
  readonly column: string;
}

export type SecretResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly trouble: SecretTrouble };

/** Secrets at rest: AES-256-GCM, bound to their place. */
export interface Sealer {
  /** Names the key that seals now; undefined without one. Two values of the same name open with the same key. */
  readonly keyId: string | undefined;
  seal(plaintext: string, place: SecretPlace): SecretResult;
  open(sealed: string, place: SecretPlace): SecretResult;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `settingsKey` is SETTINGS_ENCRYPTION_KEY. A sealed value is `v1.<key id>.<nonce, ciphertext and tag in base64url>`;
 * the key id is a digest of the derived key, so that a value under another key is told from a damaged one.
 */
export function createSealer(settingsKey: string | undefined): Sealer {
  if (settingsKey === undefined) return keyless;
  const key = Buffer.from(hkdfSync('sha256', settingsKey, '', 'parley settings encryption v1', 32));
  const keyId = createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8);
  return {
    keyId,
    seal(plaintext, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeBytes(place, keyId));
      const body = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { ok: true, value: `${version}.${keyId}.${body.toString('base64url')}` };
    },
    open(sealed, place) {
      const parts = partsOf(sealed);
      if (parts === undefined) return { ok: false, trouble: 'damaged' };
      if (parts.keyId !== keyId) return { ok: false, trouble: 'other_key' };
      const { body } = parts;
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(placeBytes(place, keyId)).setAuthTag(body.subarray(-tagBytes));
      try {
        const text = Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()]);
        return { ok: true, value: text.toString('utf8') };
      } catch {
        return { ok: false, trouble: 'damaged' };
      }
    },
  };
}

const keyless: Sealer = {
  keyId: undefined,
  seal: () => ({ ok: false, trouble: 'no_key' }),
  open: () => ({ ok: false, trouble: 'no_key' }),
};

/** As a list in JSON no two places have the same bytes. */
const placeBytes = ({ organisationId, column }: SecretPlace, keyId: string): Buffer =>
  Buffer.from(JSON.stringify([version, keyId, organisationId, column]));

function partsOf(sealed: string): { readonly keyId: string; readonly body: Buffer } | undefined {
  const [form, keyId, body, ...more] = sealed.split('.');
  if (form !== version || keyId === undefined || body === undefined || more.length > 0) return undefined;
  const bytes = Buffer.from(body, 'base64url');
  return bytes.length < nonceBytes + tagBytes ? undefined : { keyId, body: bytes };
}
