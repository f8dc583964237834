import type { ProviderCapabilities } from '../provider.ts';

export const capabilities = {
  callsBack: true,
  answersWithDocument: true,
  canHangUp: true,
  canTransfer: 'bridge',
  canBridgePeople: false,
  opensAudioSockets: true,
  listsNoRecordings: true,
  streamRatesHz: [8000],
} as const satisfies ProviderCapabilities;
