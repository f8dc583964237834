import type { ProviderModule } from '../provider.ts';
import { callbacks } from './callbacks.ts';
import { capabilities } from './capabilities.ts';
import { openClient } from './client.ts';
import { connection } from './credentials.ts';
import { documents } from './documents.ts';
import { signature } from './signature.ts';

export const telephonyA = {
  name: 'telephony_a',
  displayName: 'Plivo',
  wire: 'telephony_a',
  capabilities,
  connection,
  callbacks,
  documents,
  signature,
  callsPerSecond: 2,
  baseUrlOf: () => 'https://api.plivo.com',
  open: openClient,
} as const satisfies ProviderModule;
