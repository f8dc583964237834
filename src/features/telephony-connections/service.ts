import { z } from 'zod';
import type { OrganisationId } from '../../data/index.ts';
import { type SecretTrouble, secretTroubles } from '../../secrets/index.ts';
import type { SecretSettings } from '../settings/index.ts';
import { type ConnectableProvider, connectable, type Provider } from './schema.ts';

export interface ProviderCredentials {
  readonly authId: string;
  readonly authToken: string;
  readonly phoneNumber: string;
}

/** What may be told of a connection: never the token. */
export interface Connection {
  readonly provider: Provider;
  readonly implemented: boolean;
  readonly connected?: Omit<ProviderCredentials, 'authToken'> & { readonly at: string };
  readonly stored: 'none' | 'stored' | 'unreadable';
  /** Why nobody can connect, or has to again. */
  readonly trouble?: SecretTrouble;
}

export type CredentialsResult =
  | { readonly state: 'connected'; readonly credentials: ProviderCredentials }
  | { readonly state: 'not_connected' }
  /** `detail` says what to do. */
  | { readonly state: 'unreadable'; readonly detail: string };

/** The accounts of an organisation at telephony providers. */
export interface Connections {
  status(organisationId: OrganisationId, provider: Provider): Promise<Connection>;
  /** Takes the place of what was there. Answers why not, when it did not. */
  connect(
    organisationId: OrganisationId,
    provider: ConnectableProvider,
    given: ProviderCredentials,
  ): Promise<SecretTrouble | undefined>;
  /** Forgets what is stored, readable or not. */
  disconnect(organisationId: OrganisationId, provider: Provider): Promise<void>;
  /** For who speaks to the provider on behalf of the organisation. */
  credentialsFor(organisationId: OrganisationId, provider: ConnectableProvider): Promise<CredentialsResult>;
}

type Stored =
  | { readonly state: 'connected'; readonly credentials: ProviderCredentials; readonly at: string }
  | { readonly state: 'not_connected' }
  | { readonly state: 'unreadable'; readonly trouble: SecretTrouble };

/** What is sealed. Nobody but us can have written it. */
const sealed = z.object({ authId: z.string(), authToken: z.string(), phoneNumber: z.string() });

const settingOf = (provider: Provider): string => `telephony.${provider}`;

export const isConnectable = (provider: Provider): provider is ConnectableProvider =>
  connectable.some((one) => one === provider);

export function createConnections(settings: SecretSettings): Connections {
  async function read(organisationId: OrganisationId, provider: Provider): Promise<Stored> {
    const setting = await settings.get(organisationId, settingOf(provider));
    if (setting.state === 'absent') return { state: 'not_connected' };
    if (setting.state === 'unreadable') return setting;
    return { state: 'connected', credentials: sealed.parse(JSON.parse(setting.value)), at: setting.updatedAt };
  }

  return {
    async status(organisationId, provider) {
      const implemented = isConnectable(provider);
      const stored = await read(organisationId, provider);
      if (stored.state === 'unreadable') {
        return { provider, implemented, stored: 'unreadable', trouble: stored.trouble };
      }
      if (stored.state === 'connected') {
        const { authId, phoneNumber } = stored.credentials;
        return { provider, implemented, stored: 'stored', connected: { authId, phoneNumber, at: stored.at } };
      }
      const { trouble } = settings;
      return { provider, implemented, stored: 'none', ...(trouble === undefined || !implemented ? {} : { trouble }) };
    },
    connect: (organisationId, provider, given) =>
      settings.put(organisationId, settingOf(provider), JSON.stringify(given)),
    async disconnect(organisationId, provider) {
      await settings.remove(organisationId, settingOf(provider));
    },
    async credentialsFor(organisationId, provider) {
      const stored = await read(organisationId, provider);
      if (stored.state !== 'unreadable') return stored;
      return { state: 'unreadable', detail: secretTroubles[stored.trouble] };
    },
  };
}
