import type { FarDialect } from './far-dialect.ts';
import { telephonyAFar } from './telephony-a.ts';

/** The provider's end of vobiz: telephony_a without `stop`. */
export const vobizFar: FarDialect = {
  ...telephonyAFar,
  name: 'vobiz',
  ask(question) {
    const request = telephonyAFar.ask(question);
    return 'kind' in request ? request : { ...request, path: '/api/voice/webhooks/vobiz/answer' };
  },
  open(identity) {
    const session = telephonyAFar.open(identity);
    return { ...session, print: (event) => (event.type === 'stop' ? [] : session.print(event)) };
  },
};
