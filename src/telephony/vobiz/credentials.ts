import { z } from 'zod';
import type { ConnectionForm } from '../provider.ts';

const hooks = '/api/voice/webhooks/vobiz';

export const connection: ConnectionForm = {
  /** Of an account, or of one below it. */
  authId: z.string().regex(/^[MS]A_[A-Za-z0-9]{1,64}$/, 'must be the Auth ID: MA_ or SA_ and letters or digits'),
  authIdLabel: 'Auth ID',
  authIdHint: 'MA_…',
  authTokenLabel: 'Auth token',
  addresses: [
    { use: 'Answer URL of the application, POST', path: `${hooks}/answer` },
    { use: 'Hangup URL of the application', path: `${hooks}/hangup` },
  ],
};
