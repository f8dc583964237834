import { asterisk } from './asterisk/index.ts';
import type { PlannedProvider, ProviderModule } from './provider.ts';
import { telephonyA } from './telephony-a/index.ts';
import { telephonyB } from './telephony-b/index.ts';
import { telephonyC } from './telephony-c/index.ts';
import { telnyx } from './telnyx/index.ts';
import { twilio } from './twilio/index.ts';
import { vobiz } from './vobiz/index.ts';
import { vonage } from './vonage/index.ts';

/** All providers. Outbound calls use the first connected one unless their number belongs to another. */
export const registeredProviders = [
  telephonyA,
  telephonyB,
  telephonyC,
  twilio,
  telnyx,
  vonage,
  vobiz,
  asterisk,
] as const satisfies readonly (ProviderModule | PlannedProvider)[];

type Row = (typeof registeredProviders)[number];

/** Names of the connectable providers. */
export type RegisteredName = Exclude<Row, PlannedProvider>['name'];
