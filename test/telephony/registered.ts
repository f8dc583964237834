import { createProviders, type ProviderSettings, registeredProviders } from '../../src/telephony/index.ts';

/** The registered providers. Requests that a test does not send to a server of its own open no socket. */
export const providersWith = (settings: Readonly<Record<string, ProviderSettings>> = {}) =>
  createProviders({
    ...{ rows: registeredProviders, settings },
    exchange: async () => ({ kind: 'unreached', detail: 'Tests open no socket to a provider.' }),
  });
