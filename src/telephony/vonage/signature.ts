import { createHash } from 'node:crypto';
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import type { CallbackSignature, SignedCallback } from '../provider.ts';

/**
 * Verifies a JWT (HS256) with the account's signature secret. It contains the hash of the body; one without it would
 * cover nothing of the request.
 */
async function isSignedBy(key: string, { signatures, jsonText }: SignedCallback): Promise<boolean> {
  if (jsonText === undefined) return false;
  const hash = createHash('sha256').update(jsonText).digest('hex');
  for (const token of signatures) {
    const claims = await claimsOf(token, key);
    if (claims?.payload_hash === hash) return true;
  }
  return false;
}

/** The time is compared with the clock by its `iat`. */
async function claimsOf(token: string, key: string): Promise<JWTPayload | undefined> {
  try {
    const currentDate = new Date((decodeJwt(token).iat ?? 0) * 1000);
    return (await jwtVerify(token, Buffer.from(key), { algorithms: ['HS256'], currentDate })).payload;
  } catch {
    return undefined;
  }
}

export const signature: CallbackSignature = {
  sealOf({ authorization }) {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec([authorization ?? ''].flat()[0] ?? '')?.[1];
    if (token === undefined) return undefined;
    const { iat = Number.NaN, jti = '' } = unverified(token);
    return { nonce: jti, signatures: [token], signedAtMs: iat * 1000 };
  },
  isSignedBy,
  signsAll: true,
};

function unverified(token: string): JWTPayload {
  try {
    const claims = decodeJwt(token);
    return typeof claims.iat === 'number' ? claims : { iat: Number.NaN };
  } catch {
    return {};
  }
}
