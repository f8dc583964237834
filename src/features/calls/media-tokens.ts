import { randomBytes } from 'node:crypto';
import type { DialectName } from '../../../media/ports.ts';

export interface MediaTokensOptions {
  readonly ttlMs: number;
  /** How many may wait to be claimed; more are refused. */
  readonly capacity: number;
  readonly nowMs: () => number;
}

/** Unguessable permissions to open one media stream, once, in one dialect. Kept in memory: a restart ends the calls anyway. */
export interface MediaTokens {
  /** The call's own token again while it waits; undefined when too many calls wait. */
  issue(callUuid: string, dialect: DialectName, ttlMs?: number): string | undefined;
  /** Uses the token up and answers its call. Undefined: unknown, used, expired, or made for another dialect. */
  claim(token: string, dialect: DialectName): string | undefined;
  /** The call's stream must not be opened any more. */
  revoke(callUuid: string): void;
  /** Forgets expired tokens and answers the calls they were for. */
  sweep(): readonly string[];
  readonly size: number;
  readonly full: boolean;
}

interface Grant {
  readonly callUuid: string;
  readonly dialect: DialectName;
  readonly expiresMs: number;
}

export function createMediaTokens(options: MediaTokensOptions): MediaTokens {
  const grants = new Map<string, Grant>();
  const tokenOfCall = new Map<string, string>();
  const fresh = (grant: Grant): boolean => options.nowMs() < grant.expiresMs;

  const waiting = (callUuid: string): string | undefined => {
    const token = tokenOfCall.get(callUuid);
    const grant = token === undefined ? undefined : grants.get(token);
    return grant !== undefined && fresh(grant) ? token : undefined;
  };
  const forget = (token: string, grant: Grant): void => {
    grants.delete(token);
    if (tokenOfCall.get(grant.callUuid) === token) tokenOfCall.delete(grant.callUuid);
  };

  return {
    issue(callUuid, dialect, ttlMs = options.ttlMs) {
      const known = waiting(callUuid);
      if (known !== undefined) return known;
      if (grants.size >= options.capacity) return undefined;
      const token = randomBytes(24).toString('base64url');
      grants.set(token, { callUuid, dialect, expiresMs: options.nowMs() + ttlMs });
      tokenOfCall.set(callUuid, token);
      return token;
    },
    claim(token, dialect) {
      const grant = grants.get(token);
      if (grant === undefined || grant.dialect !== dialect || !fresh(grant)) return undefined;
      forget(token, grant);
      return grant.callUuid;
    },
    revoke(callUuid) {
      const token = tokenOfCall.get(callUuid);
      const grant = token === undefined ? undefined : grants.get(token);
      if (token !== undefined && grant !== undefined) forget(token, grant);
    },
    sweep() {
      const lapsed: string[] = [];
      for (const [token, grant] of grants) {
        if (fresh(grant)) continue;
        forget(token, grant);
        lapsed.push(grant.callUuid);
      }
      return lapsed;
    },
    get size() {
      return grants.size;
    },
    get full() {
      return grants.size >= options.capacity;
    },
  };
}
