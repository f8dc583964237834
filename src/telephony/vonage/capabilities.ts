import type { ProviderCapabilities } from '../provider.ts';

export const capabilities = {
  callsBack: true,
  answersWithDocument: true,
  canHangUp: true,
  canTransfer: 'live',
  canBridgePeople: false,
  listsNoRecordings: true,
  streamRatesHz: [16_000],
} as const satisfies ProviderCapabilities;
