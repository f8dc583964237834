import { createExchange } from './exchange.ts';
import type { ProviderAccount, ProviderName, TelephonyProvider } from './provider.ts';
import { createTelephonyA } from './telephony-a.ts';
import { createTelephonyB } from './telephony-b.ts';

export interface ProvidersOptions {
  /** The operator's setting; a provider without one is asked nothing. */
  readonly baseUrls: Readonly<Partial<Record<ProviderName, string>>>;
  readonly timeoutMs?: number;
}

export interface Providers {
  /** Undefined where the operator has not said where the provider is. */
  open(name: ProviderName, account: ProviderAccount): TelephonyProvider | undefined;
  isSet(name: ProviderName): boolean;
}

const defaultTimeoutMs = 10_000;

const makers = { telephony_a: createTelephonyA, telephony_b: createTelephonyB } as const;

export function createProviders({ baseUrls, timeoutMs = defaultTimeoutMs }: ProvidersOptions): Providers {
  const exchange = createExchange({ timeoutMs });
  return {
    open(name, account) {
      const baseUrl = baseUrls[name];
      return baseUrl === undefined ? undefined : makers[name]({ account, baseUrl, exchange });
    },
    isSet: (name) => baseUrls[name] !== undefined,
  };
}
