import type { SessionRef } from '../media/ports.ts';

/** A telephone call as the media plane's ports name it. */
export const ofCall = (callUuid: string): SessionRef => ({ kind: 'call', callUuid });
