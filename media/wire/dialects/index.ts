import type { Dialect } from '../../line/wire.ts';
import { browser } from './browser.ts';
import { telephonyA } from './telephony-a.ts';
import { telephonyB } from './telephony-b.ts';

/** Every way a far end may speak to us, one row each, by the name that its media address carries. */
export const dialects = {
  telephony_a: telephonyA,
  telephony_b: telephonyB,
  browser,
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof dialects;

export const isDialectName = (name: string): name is DialectName => Object.hasOwn(dialects, name);
