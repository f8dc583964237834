import { asteriskFar } from './asterisk.ts';
import { browserFar } from './browser.ts';
import type { FarDialect } from './far-dialect.ts';
import { telephonyAFar } from './telephony-a.ts';
import { telephonyBFar } from './telephony-b.ts';
import { telnyxFar } from './telnyx.ts';
import { twilioFar } from './twilio.ts';
import { vonageFar } from './vonage.ts';

/** The far ends of all dialects, one row each. */
export const farDialects = {
  telephony_a: telephonyAFar,
  telephony_b: telephonyBFar,
  twilio: twilioFar,
  telnyx: telnyxFar,
  vonage: vonageFar,
  asterisk: asteriskFar,
  browser: browserFar,
} as const satisfies Readonly<Record<string, FarDialect>>;

export type FarDialectName = keyof typeof farDialects;

export const farDialectNames = Object.keys(farDialects) as readonly FarDialectName[];

/** Returns the rate at which to make speech for a caller of this dialect. */
export const speechRateOf = (name: FarDialectName): 8000 | 16000 => farDialects[name].speechRateHz;
