import { authId, signingKey } from '../credentials.ts';
import type { ConnectionForm } from '../provider.ts';
import { configurationOf, passwordLabel } from './configuration.ts';

const hooks = '/api/voice/webhooks/asterisk';

export const connection: ConnectionForm = {
  authId: authId.regex(/^[A-Za-z0-9_.-]{1,80}$/, 'must be the name of a user in ari.conf'),
  authIdLabel: 'ARI user',
  authIdHint: 'The name of a section with type=user in ari.conf.',
  authTokenLabel: 'ARI password',
  signingKey: {
    label: passwordLabel,
    hint: 'Choose a password of at least 16 letters and digits. The dialplan sends it with every request.',
    form: signingKey.regex(/^[A-Za-z0-9]{16,128}$/, 'must have 16 to 128 letters and digits'),
    isChosen: true,
  },
  addresses: [
    { use: 'Answer URL in extensions.conf', path: `${hooks}/answer` },
    { use: 'Status URL in extensions.conf', path: `${hooks}/status` },
  ],
  files: configurationOf,
};
