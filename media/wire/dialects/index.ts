import type { Dialect } from '../../line/wire.ts';
import { browser, listen } from './browser.ts';
import { telephonyA } from './telephony-a.ts';
import { telephonyB } from './telephony-b.ts';

/** All dialects of the far end, one row each, by the name in the media address. */
export const dialects = {
  telephony_a: telephonyA,
  telephony_b: telephonyB,
  browser,
  listen,
} as const satisfies Readonly<Record<string, Dialect>>;

/** Name of a dialect in a stream address. */
export type StreamDialect = keyof typeof dialects;

/** Dialects of streams that speak with an agent. */
export type DialectName = Exclude<StreamDialect, 'listen'>;

export const isStreamDialect = (name: string): name is StreamDialect => Object.hasOwn(dialects, name);
