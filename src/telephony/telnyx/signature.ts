import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { CallbackSignature, SignedCallback } from '../provider.ts';

/** The header of a public key in DER, before its 32 bytes (RFC 8410). */
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex');
const signatureBytes = 64;

/** Verifies an Ed25519 signature of the timestamp, a vertical bar and the body. The URL is not signed. */
function isSignedBy(key: string, { nonce, signatures, jsonText }: SignedCallback): boolean {
  const publicKey = publicKeyOf(key);
  if (publicKey === undefined || jsonText === undefined) return false;
  const signed = Buffer.from(`${nonce}|${jsonText}`);
  return signatures.some((text) => {
    const signature = Buffer.from(text, 'base64');
    return signature.length === signatureBytes && verify(null, signed, publicKey, signature);
  });
}

function publicKeyOf(key: string): KeyObject | undefined {
  try {
    const der = Buffer.concat([publicKeyHead, Buffer.from(key, 'base64')]);
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

export const signature: CallbackSignature = {
  sealOf({ 'telnyx-signature-ed25519': value, 'telnyx-timestamp': timestamp }) {
    if (value === undefined) return undefined;
    const [nonce = ''] = [timestamp ?? ''].flat();
    // In seconds since 1970.
    const signedAtMs = /^\d{1,12}$/.test(nonce) ? Number(nonce) * 1000 : Number.NaN;
    return { nonce, signatures: [value].flat(), signedAtMs };
  },
  isSignedBy,
  signsAll: true,
};
