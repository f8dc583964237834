import type { ProviderModule } from '../provider.ts';
import { callbacks } from './callbacks.ts';
import { capabilities } from './capabilities.ts';
import { openClient } from './client.ts';
import { connection } from './credentials.ts';
import { documents } from './documents.ts';
import { signature } from './signature.ts';

export const telnyx = {
  name: 'telnyx',
  displayName: 'Telnyx',
  wire: 'telnyx',
  capabilities,
  connection,
  callbacks,
  documents,
  signature,
  callsPerSecond: 1,
  baseUrlOf: () => 'https://api.telnyx.com',
  open: openClient,
} as const satisfies ProviderModule;
