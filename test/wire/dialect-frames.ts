import type { WireEvent } from '../../media/line/wire.ts';
import { dialects } from '../../media/wire/dialects/index.ts';
import type { Frame } from './dialect.contract.ts';

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
export const bytes = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'));
export const read = (frame: Frame) => JSON.parse(frame as string);

/** Returns the first event of a message to a new stream. Throws if it has none. */
export const only = (name: keyof typeof dialects, message: unknown): WireEvent => {
  const result = dialects[name].open().parse(JSON.stringify(message));
  if (!result.ok || result.events[0] === undefined) throw new Error(JSON.stringify(result));
  return result.events[0];
};
