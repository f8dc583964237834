import { createProviders, type ProviderSettings, registeredProviders } from '../../src/telephony/index.ts';

/** Returns the registered providers. Requests not directed to a test's own server open no socket. */
export const providersWith = (settings: Readonly<Record<string, ProviderSettings>> = {}) =>
  createProviders({
    rows: registeredProviders,
    settings,
    exchange: async () => ({ kind: 'unreached', detail: 'Tests open no socket to a provider.' }),
  });
