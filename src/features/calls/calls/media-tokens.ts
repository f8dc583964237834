import { randomBytes } from 'node:crypto';
import type { SessionRef, StreamDialect } from '../../../../media/ports.ts';

export interface MediaTokensOptions {
  readonly ttlMs: number;
  /** Maximum number of waiting tokens in each pool; more are refused. */
  readonly capacity: number;
  readonly nowMs: () => number;
  readonly onClaimed?: (callUuid: string) => void;
}

/** Inbound calls have their own pool: anybody can request their tokens, which must not block other calls. */
export type TokenPool = 'inbound' | 'own';

export interface TokenOptions {
  readonly ttlMs?: number;
  readonly pool?: TokenPool;
  /** Returns a new token; 192 random bits by default. */
  readonly make?: () => string;
}

/**
 * Unguessable, single-use tokens that open one media stream in one dialect. Kept in memory, since a restart ends the
 * calls anyway.
 */
export interface MediaTokens {
  /** Returns the session's current token while it is unused; undefined if too many tokens of its pool are waiting. */
  issue(session: SessionRef, dialect: StreamDialect, options?: TokenOptions): string | undefined;
  /** Consumes the token and returns its session. Undefined if it is unknown, used, expired, or for another dialect. */
  claim(token: string, dialect: StreamDialect): SessionRef | undefined;
  /** Prevents the session's stream from being opened. */
  revoke(callUuid: string): void;
  /** Deletes expired tokens and returns their sessions. */
  sweep(): readonly SessionRef[];
  readonly size: number;
  isFull(pool: TokenPool): boolean;
}

interface Grant {
  readonly session: SessionRef;
  readonly dialect: StreamDialect;
  readonly pool: TokenPool;
  readonly expiresMs: number;
}

const randomToken = (): string => randomBytes(24).toString('base64url');

export function createMediaTokens(options: MediaTokensOptions): MediaTokens {
  const grants = new Map<string, Grant>();
  const tokenOfCall = new Map<string, string>();
  const waitingIn = new Map<TokenPool, number>();
  const isFull = (pool: TokenPool): boolean => (waitingIn.get(pool) ?? 0) >= options.capacity;
  const count = (pool: TokenPool, more: 1 | -1): void => void waitingIn.set(pool, (waitingIn.get(pool) ?? 0) + more);
  const fresh = (grant: Grant): boolean => options.nowMs() < grant.expiresMs;

  const waiting = (callUuid: string): string | undefined => {
    const token = tokenOfCall.get(callUuid);
    const grant = token === undefined ? undefined : grants.get(token);
    return grant !== undefined && fresh(grant) ? token : undefined;
  };
  const forget = (token: string, grant: Grant): void => {
    grants.delete(token);
    count(grant.pool, -1);
    const { callUuid } = grant.session;
    if (tokenOfCall.get(callUuid) === token) tokenOfCall.delete(callUuid);
  };

  return {
    issue(session, dialect, { ttlMs = options.ttlMs, pool = 'own', make = randomToken } = {}) {
      const waitingToken = waiting(session.callUuid);
      if (waitingToken !== undefined) return waitingToken;
      if (isFull(pool)) return undefined;
      const token = make();
      if (!grants.has(token)) count(pool, 1);
      grants.set(token, { session, dialect, pool, expiresMs: options.nowMs() + ttlMs });
      tokenOfCall.set(session.callUuid, token);
      return token;
    },
    claim(token, dialect) {
      const grant = grants.get(token);
      if (grant === undefined || grant.dialect !== dialect || !fresh(grant)) return undefined;
      forget(token, grant);
      options.onClaimed?.(grant.session.callUuid);
      return grant.session;
    },
    revoke(callUuid) {
      const token = tokenOfCall.get(callUuid);
      const grant = token === undefined ? undefined : grants.get(token);
      if (token !== undefined && grant !== undefined) forget(token, grant);
    },
    sweep() {
      const lapsed: SessionRef[] = [];
      for (const [token, grant] of grants) {
        if (fresh(grant)) continue;
        forget(token, grant);
        lapsed.push(grant.session);
      }
      return lapsed;
    },
    get size() {
      return grants.size;
    },
    isFull,
  };
}
