import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackSignature, SignedCallback } from '../provider.ts';

/** Verifies version 3: HMAC-SHA256 of the URL without its query, a dot and the nonce. Fields are not signed. */
function isSignedBy(authToken: string, { urls, nonce, signatures }: SignedCallback): boolean {
  return urls.some((url) => {
    const { origin, pathname } = new URL(url);
    const expected = createHmac('sha256', authToken).update(`${origin}${pathname}.${nonce}`).digest();
    return signatures.some((signature) => isSame(Buffer.from(signature, 'base64'), expected));
  });
}

const isSame = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);

/** Signed by the call's account and by the account above it. */
const signatureHeaders = ['x-vobiz-signature-v3', 'x-vobiz-signature-ma-v3'];

export const signature: CallbackSignature = {
  sealOf(headers) {
    const signatures = signatureHeaders.flatMap((name) => [headers[name] ?? []].flat());
    if (signatures.length === 0) return undefined;
    return { nonce: String(headers['x-vobiz-signature-v3-nonce'] ?? ''), signatures };
  },
  isSignedBy,
  signsAll: true,
};
