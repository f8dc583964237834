import type { SipHeader } from './message.ts';

/** Returns the header that tells people and logs why a call ends (RFC 3326). */
export const reasonHeaders = (cause: number, text: string | undefined): readonly SipHeader[] =>
  text === undefined
    ? []
    : [{ name: 'reason', value: `SIP;cause=${cause};text="${text.replaceAll(/["\\\r\n]/g, ' ').slice(0, 200)}"` }];
