import { asteriskFar } from './asterisk.ts';
import { audioSocketFar } from './audio-socket.ts';
import { browserFar } from './browser.ts';
import type { FarDialect, FarWire } from './far-dialect.ts';
import { telephoneFar } from './telephone.ts';
import { telephonyAFar } from './telephony-a.ts';
import { telephonyBFar } from './telephony-b.ts';
import { telnyxFar } from './telnyx.ts';
import { twilioFar } from './twilio.ts';
import { vobizFar } from './vobiz.ts';
import { vonageFar } from './vonage.ts';

/** The far ends of all dialects, one row each. */
export const farDialects = {
  telephony_a: telephonyAFar,
  telephony_b: telephonyBFar,
  twilio: twilioFar,
  telnyx: telnyxFar,
  vobiz: vobizFar,
  vonage: vonageFar,
  asterisk: asteriskFar,
  browser: browserFar,
} as const satisfies Readonly<Record<string, FarDialect>>;

export type FarDialectName = keyof typeof farDialects;

export const farDialectNames = Object.keys(farDialects) as readonly FarDialectName[];

/** All far ends: those of the dialects, Asterisk over AudioSocket, and a telephone, whose call is placed by SIP. */
export const farWires = {
  ...farDialects,
  audiosocket: audioSocketFar,
  sip: telephoneFar,
} as const satisfies Readonly<Record<string, FarWire>>;

export type FarWireName = keyof typeof farWires;

/** Returns the rate at which to make speech for a caller of this far end. */
export const speechRateOf = (name: FarWireName): 8000 | 16000 => farWires[name].speechRateHz;
