import { authId, signingKey } from '../credentials.ts';
import type { ConnectionForm } from '../provider.ts';

const hooks = '/api/voice/webhooks/telnyx';
const publicKeyBytes = 32;

export const connection: ConnectionForm = {
  authId: authId.regex(/^\d{1,32}$/, 'must be the number of the application, digits only'),
  authIdLabel: 'Voice API application ID',
  authIdHint: 'The ID of the application (connection) that the number is assigned to: digits only.',
  authTokenLabel: 'API key',
  signingKey: {
    label: 'Public key',
    hint: 'Copy it from Keys & Credentials, Public Key, in the Mission Control Portal.',
    form: signingKey.refine(
      (key) => /^[A-Za-z0-9+/]{43}=$/.test(key) && Buffer.from(key, 'base64').length === publicKeyBytes,
      'must be the public key of 32 bytes in base64: 44 characters, the last one is =',
    ),
  },
  addresses: [{ use: 'Webhook URL of the Voice API application, API version 2', path: `${hooks}/answer` }],
};
