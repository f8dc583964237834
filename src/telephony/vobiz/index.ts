import type { ProviderModule } from '../provider.ts';
import { callbacks } from '../telephony-a/callbacks.ts';
import { capabilities } from './capabilities.ts';
import { openClient } from './client.ts';
import { connection } from './credentials.ts';
import { documents } from './documents.ts';
import { signature } from './signature.ts';

export const vobiz = {
  name: 'vobiz',
  displayName: 'Vobiz',
  wire: 'vobiz',
  capabilities,
  connection,
  callbacks,
  documents,
  signature,
  callsPerSecond: 1,
  baseUrlOf: () => 'https://api.vobiz.ai',
  open: openClient,
} as const satisfies ProviderModule;
