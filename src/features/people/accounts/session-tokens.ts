import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { createGrowingCache } from '../../../growing-cache.ts';

const algorithm = 'HS256';
const issuer = 'parley';
const audience = 'parley-session';
/** Maximum number of cached tokens with a verified signature. Verifying one takes a third of a request's work. */
const maxKnown = 1000;

export interface SessionClaims {
  /** Uuid of the session's row. */
  readonly sessionUuid: string;
  readonly userUuid: string;
  readonly expiresAt: Date;
}

/** Session tokens: signed references to a session row. A token is valid only while the row exists. */
export interface SessionTokens {
  sign(claims: SessionClaims): Promise<string>;
  /** Returns undefined if the token is not ours, or not valid now. */
  read(token: string): Promise<SessionClaims | undefined>;
}

export function createSessionTokens(secret: string, now: () => Date): SessionTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'parley session tokens v1', 32));
  // A verified signature stays valid until the token expires. The session's existence is checked on each request.
  const known = createGrowingCache<SessionClaims>(maxKnown);
  return {
    sign: ({ sessionUuid, userUuid, expiresAt }) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setJti(sessionUuid)
        .setSubject(userUuid)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now())
        .setExpirationTime(expiresAt)
        .sign(key),
    async read(token) {
      const seen = known.get(token);
      if (seen !== undefined && now().getTime() < seen.expiresAt.getTime()) return seen;
      const { jti, sub, exp } = (await verified(token, key, now())) ?? {};
      if (jti === undefined || sub === undefined || exp === undefined) return undefined;
      const claims = { sessionUuid: jti, userUuid: sub, expiresAt: new Date(exp * 1000) };
      known.set(token, claims);
      return claims;
    },
  };
}

async function verified(token: string, key: Uint8Array, currentDate: Date) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: 'JWT',
      issuer,
      audience,
      requiredClaims: ['exp', 'jti', 'sub'],
      currentDate,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
