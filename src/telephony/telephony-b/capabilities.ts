import type { ProviderCapabilities } from '../provider.ts';

/** No request hangs up or transfers: closing the stream ends the call or continues the provider's flow. */
export const capabilities = {
  callsBack: true,
  answersWithDocument: false,
  canHangUp: false,
  canTransfer: 'after_stream',
  canBridgePeople: 'request',
  streamRatesHz: [8000, 16000, 24000],
} as const satisfies ProviderCapabilities;
