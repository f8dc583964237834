import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

const algorithm = 'HS256';
const issuer = 'parley';
const audience = 'parley-session';

export interface SessionClaims {
  /** Names the row of the session. */
  readonly sessionUuid: string;
  readonly userUuid: string;
  readonly expiresAt: Date;
}

/** The token of a session: a signed statement which row it is. That the row exists makes it good. */
export interface SessionTokens {
  sign(claims: SessionClaims): Promise<string>;
  /** Undefined for whatever is not a token of ours that is good now. */
  read(token: string): Promise<Omit<SessionClaims, 'expiresAt'> | undefined>;
}

export function createSessionTokens(secret: string, now: () => Date): SessionTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'parley session tokens v1', 32));
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
      const { jti, sub } = (await verified(token, key, now())) ?? {};
      return jti === undefined || sub === undefined ? undefined : { sessionUuid: jti, userUuid: sub };
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
