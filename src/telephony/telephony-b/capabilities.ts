import type { ProviderCapabilities } from '../provider.ts';

/** No request hangs up or transfers: a call ends, or moves on in the provider's flow, when its stream is closed. */
export const capabilities = {
  answersWithDocument: false,
  canHangUp: false,
  canTransfer: 'after_stream',
  canBridgePeople: 'request',
  streamRatesHz: [8000, 16000, 24000],
} as const satisfies ProviderCapabilities;
