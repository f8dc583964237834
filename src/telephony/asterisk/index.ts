import type { ProviderModule } from '../provider.ts';
import { callbacks } from './callbacks.ts';
import { capabilities } from './capabilities.ts';
import { openClient } from './client.ts';
import { connection } from './credentials.ts';
import { documents } from './documents.ts';
import { signature } from './signature.ts';

/** The default of Asterisk's own web server. An address of the account would let an admin reach any host. */
const ownBaseUrl = 'http://127.0.0.1:8088';

export const asterisk = {
  name: 'asterisk',
  displayName: 'Asterisk',
  wire: 'asterisk',
  capabilities,
  connection,
  callbacks,
  documents,
  signature,
  callsPerSecond: 5,
  ownBaseUrl,
  baseUrlOf: () => ownBaseUrl,
  open: openClient,
} as const satisfies ProviderModule;
