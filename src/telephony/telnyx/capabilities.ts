import type { ProviderCapabilities } from '../provider.ts';

export const capabilities = {
  callsBack: true,
  answersWithDocument: false,
  canHangUp: true,
  canTransfer: false,
  canBridgePeople: false,
  answersByRequest: true,
  outlivesStream: true,
  streamRatesHz: [8000],
} as const satisfies ProviderCapabilities;
