import ipaddr from 'ipaddr.js';
import { invariant } from '../../media/kit/invariant.ts';
import type { DialectName } from '../../media/ports.ts';
import { createHttpClient } from '../http-client/index.ts';
import type { ProviderAccount, TelephonyProvider } from './client.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { PlannedProvider, ProviderModule } from './provider.ts';

/** Operator settings of a provider. */
export interface ProviderSettings {
  /** Replaces the provider's public endpoint; without a trailing slash. */
  readonly baseUrl?: string;
  readonly callsPerSecond?: number;
  /** Addresses and ranges from which the provider sends its requests. */
  readonly networks?: readonly string[];
  /** Stream sample rate; must be one that the provider supports. */
  readonly streamRateHz?: number;
  /** Name of the variable that sets the rate. */
  readonly streamRateVariable?: string;
}

export interface ProvidersOptions {
  readonly rows: readonly (ProviderModule | PlannedProvider)[];
  /** Settings by provider name. */
  readonly settings?: Readonly<Record<string, ProviderSettings>>;
  /** Hosts in private networks that accounts may name as their own server. */
  readonly allowedHosts?: readonly string[];
  /** Transport for requests; an HTTP client by default. */
  readonly exchange?: Exchange;
  readonly timeoutMs?: number;
}

/** Where requests to a provider go, if the operator decides on it. */
export interface ProviderEndpoint {
  /** Name of the variable that sets it. */
  readonly variable: string;
  /** Absent if the variable is set. */
  readonly defaultUrl?: string;
}

/** Providers of a running server. */
export interface Providers {
  /** Connectable providers, in order of preference for outbound calls. */
  readonly all: readonly ProviderModule[];
  readonly planned: readonly PlannedProvider[];
  /** Returns undefined for an unknown provider and for one that cannot carry calls. */
  get(name: string): ProviderModule | undefined;
  open(name: string, account: ProviderAccount): TelephonyProvider | undefined;
  /** Returns the endpoint that the operator can set or has set; undefined for a provider's public endpoint. */
  endpointOf(name: string): ProviderEndpoint | undefined;
  /** Returns what is wrong with the URL of an account's own server, as the rest of a sentence; undefined if nothing is. */
  refusalOf(name: string, baseUrl: string): Promise<string | undefined>;
  /**
   * Returns the line of a provider's calls. Calls without a provider come from a telephone of our own, a website or a
   * browser.
   */
  wireOf(name: string): DialectName;
  /** Returns how many calls per second one organisation's campaigns may start. */
  callsPerSecond(name: string): number;
  /** Returns whether an address is in the networks of a provider; `unknown` if none are configured. */
  networkOf(name: string, address: string): 'provider' | 'outside' | 'unknown';
  /** Returns the stream rate and the setting that changes it; undefined if the rate is fixed. */
  streamRate(name: string): { readonly rateHz: number; readonly setting?: string } | undefined;
}

const defaultTimeoutMs = 10_000;

/** Throws if a provider lacks the document for one of its capabilities or shares its name with another. */
export function createProviders(options: ProvidersOptions): Providers {
  const { rows, settings = {}, timeoutMs = defaultTimeoutMs } = options;
  const { allowedHosts = [] } = options;
  const exchange = options.exchange ?? createExchange({ timeoutMs });
  const guarded = options.exchange ?? createExchange({ timeoutMs, allowedHosts });
  const urls = createHttpClient({ allowedHosts });
  const all = rows.filter(isModule);
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  const networks = new Map(
    Object.entries(settings).flatMap(([name, { networks: ranges = [] }]) =>
      ranges.length === 0 ? [] : [[name, ranges.map(toRange)] as const],
    ),
  );
  invariant(new Set(rows.map(({ name }) => name)).size === rows.length, 'two providers have one name');
  for (const provider of all) check(provider);
  return {
    all,
    planned: rows.filter(isPlanned),
    get: (name) => byName.get(name),
    open(name, account) {
      const provider = byName.get(name);
      const operators = settings[name]?.baseUrl;
      const entered = provider?.ownBaseUrl === undefined || operators !== undefined ? undefined : account.baseUrl;
      const baseUrl = operators ?? entered ?? provider?.baseUrlOf?.(account);
      if (baseUrl === undefined) return undefined;
      const isForeign = entered !== undefined && entered !== provider?.ownBaseUrl;
      return provider?.open?.({ account, baseUrl, exchange: isForeign ? guarded : exchange });
    },
    async refusalOf(name, baseUrl) {
      if (baseUrl === byName.get(name)?.ownBaseUrl) return undefined;
      // Paths are appended to it.
      return /[?#]/.test(baseUrl) ? 'must not contain a query or a fragment' : urls.refusal(baseUrl);
    },
    endpointOf(name) {
      const variable = `${name.toUpperCase()}_BASE_URL`;
      if (settings[name]?.baseUrl !== undefined) return { variable };
      const defaultUrl = byName.get(name)?.ownBaseUrl;
      return defaultUrl === undefined ? undefined : { variable, defaultUrl };
    },
    wireOf: (name) => byName.get(name)?.wire ?? (name === 'sip' || name === 'website' ? name : 'browser'),
    callsPerSecond: (name) => settings[name]?.callsPerSecond ?? byName.get(name)?.callsPerSecond ?? 1,
    networkOf(name, address) {
      const provider = networks.get(name);
      if (provider === undefined) return 'unknown';
      if (!ipaddr.isValid(address)) return 'outside';
      return ipaddr.subnetMatch(ipaddr.process(address), { provider }, 'outside') as 'provider' | 'outside';
    },
    streamRate(name) {
      const provider = byName.get(name);
      if (provider === undefined) return undefined;
      const { streamRateHz, streamRateVariable: setting } = settings[name] ?? {};
      const rateHz = streamRateHz ?? provider.capabilities.streamRatesHz[0];
      return { rateHz, ...(setting === undefined ? {} : { setting }) };
    },
  };
}

function toRange(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const isPlanned = (row: ProviderModule | PlannedProvider): row is PlannedProvider => 'planned' in row;
const isModule = (row: ProviderModule | PlannedProvider): row is ProviderModule => !isPlanned(row);

/** Without this check, a missing document would only show during a call. */
function check({ name, capabilities, documents, callbacks, ...provider }: ProviderModule): void {
  const needs: readonly [claim: boolean, what: unknown, missing: string][] = [
    [capabilities.canTransfer === 'live', documents.handover, 'documents.handover'],
    [capabilities.canTransfer === 'live', callbacks.digit, 'callbacks.digit'],
    [capabilities.canTransfer === 'after_stream', documents.next, 'documents.next'],
    [capabilities.canBridgePeople === 'document', documents.bridge, 'documents.bridge'],
    [capabilities.canBridgePeople === 'document', documents.hangUp, 'documents.hangUp'],
    [provider.accountOf === undefined, provider.connection, 'connection'],
    [provider.accountOf === undefined, provider.open, 'open'],
    [provider.accountOf === undefined, provider.baseUrlOf, 'baseUrlOf'],
  ];
  for (const [claim, what, missing] of needs)
    invariant(!claim || what !== undefined, `the provider ${name} lacks ${missing}`);
}
