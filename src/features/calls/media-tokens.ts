import { randomBytes } from 'node:crypto';
import type { SessionRef, StreamDialect } from '../../../media/ports.ts';

export interface MediaTokensOptions {
  readonly ttlMs: number;
  /** How many may wait in each pool; more are refused. */
  readonly capacity: number;
  readonly nowMs: () => number;
  readonly onClaimed?: (callUuid: string) => void;
}

/** Inbound calls wait apart: anybody can ask for their tokens, and must not keep others from theirs. */
export type TokenPool = 'inbound' | 'own';

export interface TokenOptions {
  readonly ttlMs?: number;
  readonly pool?: TokenPool;
}

/** Unguessable permissions to open one media stream, once, in one dialect. Kept in memory: a restart ends the calls anyway. */
export interface MediaTokens {
  /** Returns the session's current token while it waits; undefined when too many sessions wait in its pool. */
  issue(session: SessionRef, dialect: StreamDialect, options?: TokenOptions): string | undefined;
  /** Uses the token up and returns its session. Undefined: unknown, used, expired, or made for another dialect. */
  claim(token: string, dialect: StreamDialect): SessionRef | undefined;
  /** The session's stream must not be opened any more. */
  revoke(callUuid: string): void;
  /** Forgets expired tokens and returns the sessions they were for. */
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

export function createMediaTokens(options: MediaTokensOptions): MediaTokens {
  const grants = new Map<string, Grant>();
  const tokenOfCall = new Map<string, string>();
  const isFull = (pool: TokenPool): boolean =>
    [...grants.values()].filter((grant) => grant.pool === pool).length >= options.capacity;
  const fresh = (grant: Grant): boolean => options.nowMs() < grant.expiresMs;

  const waiting = (callUuid: string): string | undefined => {
    const token = tokenOfCall.get(callUuid);
    const grant = token === undefined ? undefined : grants.get(token);
    return grant !== undefined && fresh(grant) ? token : undefined;
  };
  const forget = (token: string, grant: Grant): void => {
    grants.delete(token);
    const { callUuid } = grant.session;
    if (tokenOfCall.get(callUuid) === token) tokenOfCall.delete(callUuid);
  };

  return {
    issue(session, dialect, { ttlMs = options.ttlMs, pool = 'own' } = {}) {
      const known = waiting(session.callUuid);
      if (known !== undefined) return known;
      if (isFull(pool)) return undefined;
      const token = randomBytes(24).toString('base64url');
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
