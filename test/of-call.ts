import type { SessionRef } from '../media/ports.ts';

/** Returns the media plane's reference to a telephone call. */
export const ofCall = (callUuid: string): SessionRef => ({ kind: 'call', callUuid });
