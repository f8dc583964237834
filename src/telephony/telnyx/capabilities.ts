import type { ProviderCapabilities } from '../provider.ts';

export const capabilities = {
  callsBack: true,
  answersWithDocument: false,
  canHangUp: true,
  canTransfer: 'bridge',
  canBridgePeople: false,
  answersByRequest: true,
  outlivesStream: true,
  listsNoRecordings: true,
  streamRatesHz: [8000],
} as const satisfies ProviderCapabilities;
