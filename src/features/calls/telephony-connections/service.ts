import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import type { SecretSettings } from '../../../sealed-settings/index.ts';
import { type SecretTrouble, secretTroubles } from '../../../secrets/index.ts';
import type { OwnAccount, Providers } from '../../../telephony/index.ts';
import { phoneKey } from '../../campaigns/index.ts';
import type { NumberProof, NumberStore } from './number-store.ts';

export interface ProviderCredentials {
  readonly authId: string;
  readonly authToken: string;
  /** Key with which the provider signs callbacks, if that is not the token. */
  readonly signingKey?: string | undefined;
  /** URL of the account's own server, without a trailing slash. */
  readonly baseUrl?: string | undefined;
  readonly phoneNumber: string;
}

/** The public part of a connection, which never includes the token. */
export interface Connection {
  /** Name of the provider. */
  readonly provider: string;
  readonly implemented: boolean;
  readonly connected?: Pick<ProviderCredentials, 'baseUrl' | 'phoneNumber'> & {
    /** Null for an account that its provider keeps. */
    readonly authId: string | null;
    readonly at: string;
    readonly requiresSignature: boolean;
    /** The provider's answer on whether the account has the number. */
    readonly proof: NumberProof | null;
  };
  readonly stored: 'none' | 'stored' | 'unreadable';
  /** Why nothing can be connected, or must be connected again. */
  readonly trouble?: SecretTrouble;
  /** What prevents calls over an account that its provider keeps. */
  readonly detail?: string;
}

export type CredentialsResult =
  | { readonly state: 'connected'; readonly credentials: ProviderCredentials }
  | { readonly state: 'not_connected' }
  /** `detail` explains what to do. */
  | { readonly state: 'unreadable'; readonly detail: string };

/** An organisation's accounts at telephony providers. */
export interface Connections {
  status(organisationId: OrganisationId, provider: string): Promise<Connection>;
  /**
   * Replaces the existing connection and queries the provider for the number. Returns the reason if nothing was stored.
   */
  connect(
    organisationId: OrganisationId,
    provider: string,
    given: ProviderCredentials & { readonly requiresSignature: boolean },
  ): Promise<SecretTrouble | undefined>;
  /** Indexes the numbers of accounts that were connected before numbers were indexed. */
  indexNumbers(accounts: readonly { organisationId: OrganisationId; name: string }[]): Promise<void>;
  /** Returns whether callbacks about calls of this account must be signed. */
  requiresSignature(organisationId: OrganisationId, provider: string): Promise<boolean>;
  /** Deletes the stored connection, readable or not. */
  disconnect(organisationId: OrganisationId, provider: string): Promise<void>;
  /** Returns the credentials for requests to the provider on behalf of the organisation. */
  credentialsFor(organisationId: OrganisationId, provider: string): Promise<CredentialsResult>;
}

type Stored =
  | { readonly state: 'connected'; readonly credentials: ProviderCredentials; readonly at: string }
  | { readonly state: 'not_connected' }
  | { readonly state: 'unreadable'; readonly trouble: SecretTrouble };

/** The encrypted value. Only this server can have written it. */
const sealed = z.object({
  authId: z.string(),
  authToken: z.string(),
  signingKey: z.string().optional(),
  baseUrl: z.string().optional(),
  phoneNumber: z.string(),
});

function credentialsIn(value: string): ProviderCredentials | undefined {
  try {
    return sealed.parse(JSON.parse(value));
  } catch {
    return undefined;
  }
}

const prefix = 'telephony.';
const settingOf = (provider: string): string => `${prefix}${provider}`;

const numberOf = (provider: string, { phoneNumber }: Pick<ProviderCredentials, 'phoneNumber'>) => ({
  provider,
  // The schema accepts phone numbers only.
  phoneKey: phoneKey(phoneNumber) as string,
});

/** Returns the connection with an account that its provider keeps. */
function connectionOf(provider: string, account: OwnAccount): Connection {
  if (account.kind === 'not_ready') return { provider, implemented: true, stored: 'none', detail: account.detail };
  const { phoneNumber, connectedAt: at } = account;
  const connected = { authId: null, phoneNumber, at, requiresSignature: false, proof: null };
  return { provider, implemented: true, stored: 'stored', connected };
}

export interface ConnectionsOptions {
  readonly settings: SecretSettings;
  readonly providers: Pick<Providers, 'get'>;
  readonly numbers: NumberStore;
  /** Queries the provider whether the account has its number. */
  readonly prove: (organisationId: OrganisationId, provider: string) => Promise<void>;
  readonly now: () => Date;
}

export function createConnections({ settings, providers, numbers, prove, now }: ConnectionsOptions): Connections {
  async function read(organisationId: OrganisationId, provider: string): Promise<Stored> {
    const setting = await settings.get(organisationId, settingOf(provider));
    if (setting.state === 'absent') return { state: 'not_connected' };
    if (setting.state === 'unreadable') return setting;
    const credentials = credentialsIn(setting.value);
    if (credentials === undefined) return { state: 'unreadable', trouble: 'damaged' };
    return { state: 'connected', credentials, at: setting.updatedAt };
  }

  return {
    async status(organisationId, provider) {
      const row = providers.get(provider);
      const implemented = row !== undefined;
      const account = await row?.accountOf?.(organisationId);
      if (account !== undefined) return connectionOf(provider, account);
      const stored = await read(organisationId, provider);
      if (stored.state === 'unreadable') {
        return { provider, implemented, stored: 'unreadable', trouble: stored.trouble };
      }
      if (stored.state === 'connected') {
        const { authId, baseUrl, phoneNumber } = stored.credentials;
        const number = await numbers.get(organisationId, provider);
        const { requiresSignature = false, proof = 'pending' } = number ?? {};
        const connected = { authId, baseUrl, phoneNumber, at: stored.at, requiresSignature, proof };
        return { provider, implemented, stored: 'stored', connected };
      }
      const { trouble } = settings;
      return { provider, implemented, stored: 'none', ...(trouble === undefined || !implemented ? {} : { trouble }) };
    },
    async connect(organisationId, provider, { requiresSignature, ...credentials }) {
      const trouble = await settings.put(organisationId, settingOf(provider), JSON.stringify(credentials));
      if (trouble !== undefined) return trouble;
      const connectedAt = now().toISOString();
      const number = { ...numberOf(provider, credentials), requiresSignature, connectedAt, nextProofAt: connectedAt };
      const before = await numbers.get(organisationId, provider);
      // With other credentials, a proven number stays proven until the provider denies it.
      const proof = before?.phoneKey === number.phoneKey && before.proof === 'proven' ? 'proven' : 'pending';
      await numbers.put(organisationId, { ...number, proof });
      await prove(organisationId, provider);
      return undefined;
    },
    async indexNumbers(accounts) {
      for (const { organisationId, name } of accounts) {
        const provider = name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
        if (provider === undefined || (await numbers.get(organisationId, provider)) !== undefined) continue;
        const stored = await read(organisationId, provider);
        if (stored.state !== 'connected') continue;
        await numbers.put(organisationId, {
          ...numberOf(provider, stored.credentials),
          requiresSignature: false,
          connectedAt: stored.at,
          proof: 'pending',
          nextProofAt: stored.at,
        });
      }
    },
    async requiresSignature(organisationId, provider) {
      return (await numbers.get(organisationId, provider))?.requiresSignature ?? false;
    },
    async disconnect(organisationId, provider) {
      await numbers.remove(organisationId, provider);
      await settings.remove(organisationId, settingOf(provider));
    },
    async credentialsFor(organisationId, provider) {
      const stored = await read(organisationId, provider);
      if (stored.state !== 'unreadable') return stored;
      return { state: 'unreadable', detail: secretTroubles[stored.trouble] };
    },
  };
}
