import { authId } from '../credentials.ts';
import type { ConnectionForm } from '../provider.ts';

const hooks = '/api/voice/webhooks/telephony_a';

export const connection: ConnectionForm = {
  authId,
  authIdLabel: 'Auth ID',
  authIdHint: '',
  authTokenLabel: 'Auth token',
  addresses: [
    { use: 'Answer URL of the application, GET or POST', path: `${hooks}/answer` },
    { use: 'Hangup URL of the application', path: `${hooks}/hangup` },
  ],
};
