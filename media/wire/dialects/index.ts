import type { Dialect, LineProfile } from '../../line/wire.ts';
import { sip } from '../rtp/profile.ts';
import { asterisk } from './asterisk.ts';
import { audioSocket } from './audio-socket.ts';
import { browser, listen, website } from './browser.ts';
import { telephonyA } from './telephony-a.ts';
import { telephonyB } from './telephony-b.ts';
import { telnyx } from './telnyx.ts';
import { twilio } from './twilio.ts';
import { vobiz } from './vobiz.ts';
import { vonage } from './vonage.ts';

/** All dialects of the far end, one row each, by the name in the media address. */
export const dialects = {
  telephony_a: telephonyA,
  telephony_b: telephonyB,
  twilio,
  telnyx,
  vobiz,
  vonage,
  asterisk,
  browser,
  listen,
  website,
} as const satisfies Readonly<Record<string, Dialect>>;

/** Profiles of all lines: the dialects of WebSockets, AudioSocket, and telephones over RTP. */
export const lineProfiles = { ...dialects, audiosocket: audioSocket, sip } as const satisfies Readonly<
  Record<string, LineProfile>
>;

/** Name of a dialect in a stream address. */
export type SocketDialect = keyof typeof dialects;

/** Name of the line for which a ticket is issued. */
export type StreamDialect = keyof typeof lineProfiles;

/** Dialects of WebSockets on which an agent speaks. */
export type AgentDialect = Exclude<SocketDialect, 'listen'>;

/** Lines on which an agent speaks. */
export type DialectName = Exclude<StreamDialect, 'listen'>;

export const isSocketDialect = (name: string): name is SocketDialect => Object.hasOwn(dialects, name);
