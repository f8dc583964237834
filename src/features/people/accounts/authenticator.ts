import { type Authenticator, type Identity, type Sender, scopes } from '../../../http/identity.ts';
import type { OperatorToken } from './operator-token.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { AccountStore } from './store.ts';

export interface Authenticators {
  readonly tokens: SessionTokens;
  readonly store: Pick<AccountStore, 'bySession'>;
  /** Returns the identity of an API key. */
  readonly identifyKey: (key: string) => Promise<Identity | undefined>;
  readonly operator: Pick<OperatorToken, 'identify'>;
  readonly now: () => Date;
}

/**
 * Identifies the bearer of a credential by its form. Accounts are not cached between requests: a lookup takes less than
 * a tenth of a millisecond, and a revoked credential fails from the next request on.
 */
export function createAuthenticator(options: Authenticators): Authenticator {
  const { tokens, store, identifyKey, operator, now } = options;

  async function identifySession(token: string): Promise<Identity | undefined> {
    const session = await tokens.read(token);
    if (session === undefined) return undefined;
    const { sessionUuid, userUuid } = session;
    const account = await store.bySession({ uuid: sessionUuid, userUuid }, now().toISOString());
    if (account === undefined) return undefined;
    const { membership, superadmin } = account;
    const place = membership === undefined ? {} : { organisationId: membership.organisationId, role: membership.role };
    return { method: 'session', credentialUuid: sessionUuid, userUuid, superadmin, scopes, ...place };
  }

  return {
    async identify(bearer: string, sender: Sender) {
      if (bearer.startsWith('parley_operator_')) return sender.isOnThisMachine ? operator.identify(bearer) : undefined;
      return bearer.startsWith('parley_') ? identifyKey(bearer) : identifySession(bearer);
    },
  };
}
