import { invariant } from '../../media/kit/invariant.ts';
import type { DialectName } from '../../media/ports.ts';
import type { ProviderAccount, TelephonyProvider } from './client.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { PlannedProvider, ProviderModule } from './provider.ts';

/** What an operator may set of a provider. */
export interface ProviderSettings {
  /** Where it is asked, in place of its public endpoint. Without a slash at the end. */
  readonly baseUrl?: string;
  readonly callsPerSecond?: number;
  /** Rate of its streams, one of those that it has. */
  readonly streamRateHz?: number;
  /** Name of the variable that sets the rate. */
  readonly streamRateVariable?: string;
}

export interface ProvidersOptions {
  readonly rows: readonly (ProviderModule | PlannedProvider)[];
  /** By name. */
  readonly settings?: Readonly<Record<string, ProviderSettings>>;
  /** What carries requests; a client of HTTP by default. */
  readonly exchange?: Exchange;
  readonly timeoutMs?: number;
}

/** The providers of a running server. */
export interface Providers {
  /** Those that can be connected, in the order in which calls go out. */
  readonly all: readonly ProviderModule[];
  readonly planned: readonly PlannedProvider[];
  /** Undefined for an unknown name, and for a provider that cannot carry calls. */
  get(name: string): ProviderModule | undefined;
  open(name: string, account: ProviderAccount): TelephonyProvider | undefined;
  /** Dialect of the streams of calls over it. What no provider carries comes from a browser. */
  wireOf(name: string): DialectName;
  /** What campaigns of one organisation may begin. */
  callsPerSecond(name: string): number;
  /** The rate that its streams have, and what an operator sets to change it; undefined where nobody can. */
  streamRate(name: string): { readonly rateHz: number; readonly setting?: string } | undefined;
}

const defaultTimeoutMs = 10_000;

/** Throws where a row claims what it has no document for, or shares its name with another. */
export function createProviders(options: ProvidersOptions): Providers {
  const { rows, settings = {}, timeoutMs = defaultTimeoutMs } = options;
  const exchange = options.exchange ?? createExchange({ timeoutMs });
  const all = rows.filter(isModule);
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  invariant(new Set(rows.map(({ name }) => name)).size === rows.length, 'two providers have one name');
  for (const provider of all) check(provider);
  return {
    all,
    planned: rows.filter(isPlanned),
    get: (name) => byName.get(name),
    open(name, account) {
      const provider = byName.get(name);
      const baseUrl = settings[name]?.baseUrl ?? provider?.baseUrlOf(account);
      return baseUrl === undefined ? undefined : provider?.open({ account, baseUrl, exchange });
    },
    wireOf: (name) => byName.get(name)?.wire ?? 'browser',
    callsPerSecond: (name) => settings[name]?.callsPerSecond ?? byName.get(name)?.callsPerSecond ?? 1,
    streamRate(name) {
      const provider = byName.get(name);
      if (provider === undefined) return undefined;
      const { streamRateHz, streamRateVariable: setting } = settings[name] ?? {};
      const rateHz = streamRateHz ?? provider.capabilities.streamRatesHz[0];
      return { rateHz, ...(setting === undefined ? {} : { setting }) };
    },
  };
}

const isPlanned = (row: ProviderModule | PlannedProvider): row is PlannedProvider => 'planned' in row;
const isModule = (row: ProviderModule | PlannedProvider): row is ProviderModule => !isPlanned(row);

/** A capability without its document would show in the middle of a call. */
function check({ name, capabilities, documents, callbacks }: ProviderModule): void {
  const needs: readonly [claim: boolean, what: unknown, missing: string][] = [
    [capabilities.canTransfer === 'live', documents.handover, 'documents.handover'],
    [capabilities.canTransfer === 'live', callbacks.digit, 'callbacks.digit'],
    [capabilities.canTransfer === 'after_stream', documents.next, 'documents.next'],
    [capabilities.canBridgePeople === 'document', documents.bridge, 'documents.bridge'],
    [capabilities.canBridgePeople === 'document', documents.hangUp, 'documents.hangUp'],
  ];
  for (const [claim, what, missing] of needs)
    invariant(!claim || what !== undefined, `the provider ${name} lacks ${missing}`);
}
