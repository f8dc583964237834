import type { ProviderCapabilities } from '../provider.ts';

export const capabilities = {
  callsBack: true,
  answersWithDocument: true,
  canHangUp: true,
  canTransfer: 'live',
  canBridgePeople: 'document',
  streamRatesHz: [8000],
} as const satisfies ProviderCapabilities;
