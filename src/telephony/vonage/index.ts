import type { ProviderModule } from '../provider.ts';
import { callbacks } from './callbacks.ts';
import { capabilities } from './capabilities.ts';
import { openClient } from './client.ts';
import { connection } from './credentials.ts';
import { documents } from './documents.ts';
import { signature } from './signature.ts';

export const vonage = {
  name: 'vonage',
  displayName: 'Vonage',
  wire: 'vonage',
  capabilities,
  connection,
  callbacks,
  documents,
  signature,
  /** The default of a new account. */
  callsPerSecond: 1,
  baseUrlOf: () => 'https://api.nexmo.com',
  open: openClient,
} as const satisfies ProviderModule;
