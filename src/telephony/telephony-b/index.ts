import type { ProviderModule } from '../provider.ts';
import { callbacks } from './callbacks.ts';
import { capabilities } from './capabilities.ts';
import { openClient } from './client.ts';
import { baseUrlOf, connection } from './credentials.ts';
import { documents } from './documents.ts';

export const telephonyB = {
  name: 'telephony_b',
  displayName: 'Exotel',
  wire: 'telephony_b',
  capabilities,
  connection,
  callbacks,
  documents,
  callsPerSecond: 3,
  baseUrlOf,
  open: openClient,
} as const satisfies ProviderModule;
