import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { OrganisationId } from '../data/index.ts';

/** Why a value cannot be sealed or opened, for display to users. */
export const secretTroubles = {
  no_key: 'Secrets cannot be stored or read because SETTINGS_ENCRYPTION_KEY is not set. Set it and restart the server.',
  other_key:
    'This was encrypted with another SETTINGS_ENCRYPTION_KEY. Set that key as SETTINGS_ENCRYPTION_KEY_OLD, or enter the value again.',
  damaged: 'The stored value is corrupt or was moved. Enter it again.',
} as const;

export type SecretTrouble = keyof typeof secretTroubles;

/** The location that a sealed value is bound to. A value moved elsewhere does not open. */
export interface SecretPlace {
  readonly organisationId: OrganisationId;
  /** `table.column`, or the name of a setting. */
  readonly column: string;
}

export type SecretResult =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly trouble: SecretTrouble };

/** Encrypts secrets at rest with AES-256-GCM, bound to their location. */
export interface Sealer {
  /**
   * Id of the current sealing key; undefined without one. Values sealed with the same key id open with the same key.
   */
  readonly keyId: string | undefined;
  /** Whether `seal` has a key, or can create one. */
  readonly canSeal: boolean;
  seal(plaintext: string, place: SecretPlace): SecretResult;
  open(sealed: string, place: SecretPlace): SecretResult;
  /** Returns whether the old key sealed the value. Such values are re-encrypted, so that the old key can be removed. */
  isOld(sealed: string): boolean;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `settingsKey` is SETTINGS_ENCRYPTION_KEY. `oldKey` is the previous key, which opens values but never seals. A sealed
 * value is `v1.<key id>.<nonce, ciphertext and tag in base64url>`; the key id is a digest of the derived key, which
 * distinguishes a value under another key from a damaged one.
 */
export function createSealer(settingsKey: string | undefined, oldKey?: string): Sealer {
  if (settingsKey === undefined) return keyless;
  const derivedKey = derive(settingsKey);
  const keys = [derivedKey, ...(oldKey === undefined ? [] : [derive(oldKey)])];
  return {
    keyId: derivedKey.id,
    canSeal: true,
    seal(plaintext, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', derivedKey.key, nonce).setAAD(placeBytes(place, derivedKey.id));
      const body = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return { ok: true, value: `${version}.${derivedKey.id}.${body.toString('base64url')}` };
    },
    open(sealed, place) {
      const parts = partsOf(sealed);
      if (parts === undefined) return { ok: false, trouble: 'damaged' };
      const sealing = keys.find(({ id }) => id === parts.keyId);
      return sealing === undefined ? { ok: false, trouble: 'other_key' } : openWith(sealing, parts.body, place);
    },
    isOld: (sealed) => keys.slice(1).some(({ id }) => id !== derivedKey.id && id === partsOf(sealed)?.keyId),
  };
}

interface DerivedKey {
  readonly id: string;
  readonly key: Buffer;
}

function derive(settingsKey: string): DerivedKey {
  const key = Buffer.from(hkdfSync('sha256', settingsKey, '', 'parley settings encryption v1', 32));
  return { key, id: createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 8) };
}

function openWith({ key, id }: DerivedKey, body: Buffer, place: SecretPlace): SecretResult {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(placeBytes(place, id)).setAuthTag(body.subarray(-tagBytes));
  try {
    const text = Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    return { ok: true, value: text.toString('utf8') };
  } catch {
    return { ok: false, trouble: 'damaged' };
  }
}

const keyless: Sealer = {
  keyId: undefined,
  canSeal: false,
  seal: () => ({ ok: false, trouble: 'no_key' }),
  open: () => ({ ok: false, trouble: 'no_key' }),
  isOld: () => false,
};

/** A JSON array, so that no two locations have the same bytes. */
const placeBytes = ({ organisationId, column }: SecretPlace, keyId: string): Buffer =>
  Buffer.from(JSON.stringify([version, keyId, organisationId, column]));

function partsOf(sealed: string): { readonly keyId: string; readonly body: Buffer } | undefined {
  const [form, keyId, body, ...more] = sealed.split('.');
  if (form !== version || keyId === undefined || body === undefined || more.length > 0) return undefined;
  const bytes = Buffer.from(body, 'base64url');
  return bytes.length < nonceBytes + tagBytes ? undefined : { keyId, body: bytes };
}
