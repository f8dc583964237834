import type { DialectName } from '../line/wire.ts';
import { browserFar } from './browser.ts';
import type { FarDialect } from './far-dialect.ts';
import { telephonyAFar } from './telephony-a.ts';
import { telephonyBFar } from './telephony-b.ts';

export const farDialects: Readonly<Record<DialectName, FarDialect>> = {
  telephony_a: telephonyAFar,
  telephony_b: telephonyBFar,
  browser: browserFar,
};
