import { randomBytes } from 'node:crypto';
import {
  challengeOf,
  createNonces,
  type DigestFields,
  isAuthorized,
  type NonceState,
  parseAuthorization,
} from './digest.ts';
import { headerOf, type SipHeader, type SipRequest } from './message.ts';

/** An account of a phone. */
export interface SipAccount {
  readonly id: string;
  readonly password: string;
}

export interface AuthenticationOptions {
  readonly realm: string;
  /** Key of the nonces. */
  readonly key: Buffer;
  /** Milliseconds since 1970. */
  readonly wallNowMs: () => number;
  accountOf(username: string): Promise<SipAccount | undefined>;
}

/** Digest authentication of requests that create something. */
export interface Authentication {
  /** Whether a request answers a challenge for this address, and its credentials have to be checked. */
  isAnswer(request: SipRequest, address: string): boolean;
  /** Headers of the 401 that a request without usable credentials gets. */
  challenge(request: SipRequest, address: string): readonly SipHeader[];
  /** Checks the credentials of a request that is an answer. Undefined: wrong name or password. */
  check(request: SipRequest): Promise<SipAccount | undefined>;
}

const nonceLifeMs = 300_000;
/** Nonces with a counter that were used by somebody who knew a password. */
const maxUsedNonces = 10_000;
/** Compared against for unknown names, so that they take as long as known ones. */
const noAccount: SipAccount = { id: '', password: randomBytes(16).toString('hex') };

export function createAuthentication({ realm, key, wallNowMs, accountOf }: AuthenticationOptions): Authentication {
  const nonces = createNonces({ key, nowMs: wallNowMs, lifeMs: nonceLifeMs });
  const usedCounts = new Map<string, number>();

  const credentialsOf = (request: SipRequest): DigestFields | undefined =>
    parseAuthorization(headerOf(request, 'authorization') ?? headerOf(request, 'proxy-authorization') ?? '');

  const countOf = ({ qop, nc }: DigestFields): number => (qop === '' ? 0 : Number.parseInt(nc, 16) || 0);

  /** A counter must grow, so that a request that somebody overheard cannot be sent again. */
  const isReplayed = (fields: DigestFields): boolean => countOf(fields) <= (usedCounts.get(fields.nonce) ?? -1);

  const stateOf = (fields: DigestFields | undefined, address: string): NonceState =>
    fields?.realm === realm ? nonces.check(fields.nonce, address) : 'forged';

  return {
    isAnswer(request, address) {
      const fields = credentialsOf(request);
      return fields !== undefined && stateOf(fields, address) === 'valid' && !isReplayed(fields);
    },
    challenge(request, address) {
      const isStale = stateOf(credentialsOf(request), address) !== 'forged';
      return [{ name: 'www-authenticate', value: challengeOf(realm, nonces.create(address), isStale) }];
    },
    async check(request) {
      const fields = credentialsOf(request);
      if (fields === undefined) return undefined;
      const account = await accountOf(fields.username);
      const isRight = isAuthorized(fields, (account ?? noAccount).password, request.method);
      if (account === undefined || !isRight || isReplayed(fields)) return undefined;
      usedCounts.set(fields.nonce, countOf(fields));
      for (const oldest of usedCounts.keys()) if (usedCounts.size > maxUsedNonces) usedCounts.delete(oldest);
      return account;
    },
  };
}
