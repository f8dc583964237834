import type { Config } from '../../config/config.ts';
import type { Account, idsOf } from '../../features/calls/dialing/index.ts';
import type { createConnections } from '../../features/calls/telephony-connections/index.ts';
import { type Providers, restrictDestinations } from '../../telephony/index.ts';

export interface ProviderAccountsOptions {
  readonly providers: Providers;
  readonly connections: Pick<ReturnType<typeof createConnections>, 'credentialsFor'>;
  /** Numbers that may be dialled begin with one of these. */
  readonly callPrefixes: Config['telephony']['callPrefixes'];
}

const notByPhone = { kind: 'not_ready', detail: 'The call does not belong to a telephony provider.' } as const;

/** The accounts of organisations at telephony providers. */
export function createProviderAccounts({ providers, connections, callPrefixes }: ProviderAccountsOptions) {
  async function accountOf(
    organisation: Parameters<typeof connections.credentialsFor>[0],
    name: string,
  ): Promise<Account> {
    const row = providers.get(name);
    if (row === undefined) return notByPhone;
    const account = await row.accountOf?.(organisation);
    if (account !== undefined)
      return account.kind === 'ready'
        ? { ...account, provider: restrictDestinations(account.provider, callPrefixes) }
        : account;
    const credentials = await connections.credentialsFor(organisation, name);
    if (credentials.state === 'unreadable') return { kind: 'not_ready', detail: credentials.detail };
    if (credentials.state === 'not_connected')
      return { kind: 'not_ready', detail: 'No telephony provider is connected.' };
    const provider = providers.open(name, credentials.credentials);
    if (provider === undefined) return notByPhone;
    const restricted = restrictDestinations(provider, callPrefixes);
    return { kind: 'ready', provider: restricted, phoneNumber: credentials.credentials.phoneNumber };
  }

  /** For calls between two people: returns the first connected provider that can make them. */
  async function firstAccountOf(organisation: Parameters<typeof accountOf>[0]) {
    const details = new Set<string>();
    const unable: string[] = [];
    for (const { name, displayName, capabilities } of providers.all) {
      const account = await accountOf(organisation, name);
      if (account.kind !== 'ready') details.add(account.detail);
      else if (capabilities.canBridgePeople === false) unable.push(`${displayName} cannot connect two people.`);
      else return { ...account, name };
    }
    return { kind: 'not_ready', detail: (unable.length > 0 ? unable : [...details]).join(' ') } as const;
  }

  const readyAccountOf = async ({ organisationId, dialect }: Parameters<typeof idsOf>[0]) => {
    const account = await accountOf(organisationId, dialect);
    return account.kind === 'ready' ? account : undefined;
  };

  return { accountOf, firstAccountOf, readyAccountOf };
}
