import type { Dialect, DialectName } from '../line/wire.ts';
import { browser } from './dialects/browser.ts';
import { telephonyA } from './dialects/telephony-a.ts';
import { telephonyB } from './dialects/telephony-b.ts';

/** Every way a far end may speak to us, by the name its media address carries. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  telephony_a: telephonyA,
  telephony_b: telephonyB,
  browser,
};

export const isDialectName = (name: string): name is DialectName => Object.hasOwn(dialects, name);
