import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import type { FaultPoint } from '../fault-point.ts';
import {
  type Account,
  type CallLogWriter,
  type CallStore,
  createDialWatch,
  createOutboundCalls,
  createOutboundStore,
  type DialWatchOptions,
  idsOf,
  type MediaTokens,
} from '../features/calls/index.ts';
import { createConnections } from '../features/telephony-connections/index.ts';
import { streamUrl } from '../http/media-address.ts';
import { createProviders, type ProviderName } from '../telephony-providers/index.ts';
import { openSettings } from './settings.ts';

export interface OutboundPlaneOptions {
  readonly config: Pick<Config, 'accounts' | 'http' | 'telephony'>;
  readonly database: Database;
  readonly store: CallStore;
  readonly tokens: MediaTokens;
  readonly callLog: CallLogWriter;
  readonly now: () => Date;
  readonly nowMs: () => number;
  readonly at: FaultPoint;
  readonly closePersons: DialWatchOptions['closePersons'];
}

/** A phone rings this long before the stream of whoever answers it is opened. */
const dialledTokenMs = 180_000;

/** Accounts at telephony providers, and the calls that are asked of them. */
export function openOutboundPlane(options: OutboundPlaneOptions) {
  const { config, database, store, tokens, callLog, now, nowMs, at, closePersons } = options;
  const { publicBaseUrl, mediaBaseUrl = publicBaseUrl?.replace(/^http/, 'ws') } = config.http;
  const settings = openSettings(database, config.accounts, now);
  const connections = createConnections(settings);
  const providers = createProviders(config.telephony);
  const outboundStore = createOutboundStore(database);

  async function accountOf(
    organisation: Parameters<typeof connections.credentialsFor>[0],
    name: ProviderName,
  ): Promise<Account> {
    const found = await connections.credentialsFor(organisation, name);
    if (found.state === 'unreadable') return { kind: 'not_ready', detail: found.detail };
    if (found.state === 'not_connected') return { kind: 'not_ready', detail: 'No telephony provider is connected.' };
    const provider = providers.open(name, found.credentials);
    if (provider === undefined)
      return { kind: 'not_ready', detail: `${name.toUpperCase()}_BASE_URL, where ${name} is asked, is not set.` };
    return { kind: 'ready', provider, phoneNumber: found.credentials.phoneNumber };
  }

  /** For calls that any provider can make. */
  async function firstAccountOf(organisation: Parameters<typeof accountOf>[0]) {
    const details = new Set<string>();
    for (const name of ['telephony_a', 'telephony_b'] as const) {
      const account = await accountOf(organisation, name);
      if (account.kind === 'ready') return { ...account, name };
      details.add(account.detail);
    }
    return { kind: 'not_ready', detail: [...details].join(' ') } as const;
  }

  const readyAccountOf = async ({ organisationId, dialect }: Parameters<typeof idsOf>[0]) => {
    const account = dialect === 'browser' ? undefined : await accountOf(organisationId, dialect);
    return account?.kind === 'ready' ? account : undefined;
  };

  /** telephony_b is told where the stream is when it is asked to dial. */
  function streamUrlFor(uuid: string): string | undefined {
    const token = tokens.issue(uuid, 'telephony_b', dialledTokenMs);
    if (token === undefined || mediaBaseUrl === undefined) return undefined;
    return `${streamUrl(mediaBaseUrl, 'telephony_b', token)}?sample-rate=${config.telephony.telephonyBRateHz}`;
  }

  return {
    streamUrlFor,
    connections,
    accountOf,
    firstAccountOf,
    outboundStore,
    outbound: createOutboundCalls({
      ...{ store: outboundStore, calls: store, log: callLog, accountOf, publicBaseUrl, now, at },
      streamUrlFor: ({ uuid }) => streamUrlFor(uuid),
    }),
    watch: createDialWatch({
      ...{ store: outboundStore, calls: store, accountOf: readyAccountOf, closePersons, now, nowMs },
    }),
    /** The provider stops dialling as soon as it hears of it; if it does not, whoever answers is hung up on. */
    hangUp(call: Parameters<typeof idsOf>[0]): void {
      readyAccountOf(call)
        .then((account) => account?.provider.hangUp(idsOf(call)))
        .catch(() => {});
    },
  };
}
