import type { Dialect } from '../../line/wire.ts';
import { browser, listen } from './browser.ts';
import { telephonyA } from './telephony-a.ts';
import { telephonyB } from './telephony-b.ts';

/** Every way a far end may speak to us, one row each, by the name that its media address carries. */
export const dialects = {
  telephony_a: telephonyA,
  telephony_b: telephonyB,
  browser,
  listen,
} as const satisfies Readonly<Record<string, Dialect>>;

/** In the address of a stream. */
export type StreamDialect = keyof typeof dialects;

/** Of those who speak with an agent. */
export type DialectName = Exclude<StreamDialect, 'listen'>;

export const isStreamDialect = (name: string): name is StreamDialect => Object.hasOwn(dialects, name);
