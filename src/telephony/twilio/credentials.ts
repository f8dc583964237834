import { authId } from '../credentials.ts';
import type { ConnectionForm } from '../provider.ts';

const hooks = '/api/voice/webhooks/twilio';

export const connection: ConnectionForm = {
  authId: authId.regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hexadecimal digits'),
  authIdLabel: 'Account SID',
  authIdHint: 'AC and 32 hexadecimal digits.',
  authTokenLabel: 'Auth token',
  addresses: [
    { use: 'Webhook of the number for "A call comes in", HTTP POST', path: `${hooks}/answer` },
    { use: 'Webhook of the number for "Call status changes"', path: `${hooks}/status` },
  ],
};
