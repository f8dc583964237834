import { exceededLimit } from '../../kit/parse-json.ts';
import type { Encoding, WireFormat, WireRateHz } from '../../line/audio.ts';
import type { ParseResult, WireEvent, WireFault } from '../../line/wire.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** No events: a permitted message that is irrelevant to the line. */
export const ignored: ParseResult = { ok: true, events: [] };

export const accepted = (event: WireEvent): ParseResult => ({ ok: true, events: [event] });

const closeCodes = {
  not_json: 1007,
  bad_audio: 1007,
  bad_message: 1008,
  out_of_order: 1008,
  too_fast: 1008,
  too_large: 1009,
  unexpected_binary: 1003,
  unknown_event: 1008,
} as const satisfies Record<WireFault['code'], WireFault['closeCode']>;

const faultOf = (code: WireFault['code'], detail: string): WireFault => ({
  code,
  closeCode: closeCodes[code],
  detail,
});

export const refused = (code: WireFault['code'], detail: string): ParseResult => ({
  ok: false,
  fault: faultOf(code, detail),
});

/** Reports an event that the dialect does not have; `event` is the member of that name. */
export const unknownEvent = (event: unknown): ParseResult =>
  typeof event === 'string'
    ? refused('unknown_event', JSON.stringify(event.slice(0, maxNameLength)))
    : refused('bad_message', 'a message without an event');

const maxNameLength = 40;

/** Returns the key that a message reports, or the fault. */
export function keyOf(value: unknown): ParseResult {
  const digit = digitOf(value);
  return digit === undefined ? refused('bad_message', 'dtmf without a digit') : accepted({ type: 'dtmf', digit });
}

/** Returns that the far end has played everything before the mark of this name; `kind` names the message in a fault. */
export function playedOf(value: unknown, kind = 'a mark'): ParseResult {
  const name = textOf(value);
  return name === undefined ? refused('bad_message', `${kind} without a name`) : accepted({ type: 'played', name });
}

export type Read = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly fault: WireFault };

/** Some libraries write it before UTF-8, and JSON does not permit it. */
const byteOrderMark = '\ufeff';

/** Returns a JSON object or the fault. The frame limits the size. */
export function readMessage(message: string | Uint8Array): Read {
  if (typeof message !== 'string') {
    return { ok: false, fault: faultOf('unexpected_binary', 'a binary frame instead of a text frame') };
  }
  let value: unknown;
  try {
    value = JSON.parse(message.startsWith(byteOrderMark) ? message.slice(1) : message);
  } catch {
    return { ok: false, fault: faultOf('not_json', 'the message is not JSON') };
  }
  const limit = exceededLimit(message);
  if (limit !== undefined) return { ok: false, fault: faultOf('bad_message', `the message must have ${limit}`) };
  const fields = fieldsOf(value);
  if (fields !== undefined) return { ok: true, fields };
  return { ok: false, fault: faultOf('bad_message', 'the message is not a JSON object') };
}

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Returns the first of the spellings that is present. */
export function field(fields: Fields, ...spellings: readonly string[]): unknown {
  for (const spelling of spellings) if (fields[spelling] !== undefined) return fields[spelling];
  return undefined;
}

/** Returns a string unchanged and a number as its digits; undefined for anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Returns one key of a telephone keypad, or undefined. */
function digitOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^[0-9*#A-Da-d]$/.test(text) ? text.toUpperCase() : undefined;
}

const encodings: Readonly<Record<string, Encoding>> = {
  'audio/x-mulaw': 'mulaw',
  'audio/mulaw': 'mulaw',
  'audio/pcmu': 'mulaw',
  mulaw: 'mulaw',
  ulaw: 'mulaw',
  pcmu: 'mulaw',
  'audio/x-alaw': 'alaw',
  'audio/pcma': 'alaw',
  alaw: 'alaw',
  pcma: 'alaw',
  'audio/x-l16': 'l16',
  'audio/l16': 'l16',
  'audio/x-raw': 'l16',
  raw: 'l16',
  l16: 'l16',
  linear16: 'l16',
  pcm_s16le: 'l16',
  pcm: 'l16',
};

const rates: readonly number[] = [8000, 16000, 24000, 48000] satisfies WireRateHz[];

/** One of each for all streams: a stream's own copy would have left the processor's caches by its next frame. */
const formats: Readonly<Record<Encoding, readonly WireFormat[]>> = {
  mulaw: formatsOf('mulaw'),
  alaw: formatsOf('alaw'),
  l16: formatsOf('l16'),
};

function formatsOf(encoding: Encoding): readonly WireFormat[] {
  return rates.map((rateHz) => ({ encoding, rateHz: rateHz as WireRateHz }));
}

/**
 * Returns the format of the stream's audio. Content types may include a rate (`audio/x-l16;rate=8000`). `fallback`
 * replaces missing parts; an unknown value is returned as a string, the detail of a fault.
 */
export function formatOf(encoding: unknown, rate: unknown, fallback: WireFormat): WireFormat | string {
  const [kind = '', ...parameters] = (textOf(encoding) ?? '').toLowerCase().split(';');
  const known = kind.trim() === '' ? fallback.encoding : encodings[kind.trim()];
  if (known === undefined || (encoding !== undefined && typeof encoding !== 'string')) {
    return 'an encoding other than mu-law, A-law and L16';
  }
  const inType = parameters
    .map((text) => /^\s*rate\s*=\s*(\d+)\s*$/.exec(text)?.[1])
    .find((text) => text !== undefined);
  const declared = rate ?? inType;
  const rateHz = declared === undefined || declared === '' ? fallback.rateHz : numberOf(declared);
  if (rateHz === undefined || !rates.includes(rateHz)) return 'a sample rate other than 8000, 16000, 24000 and 48000';
  return formats[known][rates.indexOf(rateHz)] as WireFormat;
}

/**
 * Returns the bytes of a base64 payload in new memory; undefined if it is not base64. MIME's base64 has line breaks.
 * Node's decoder skips unknown characters, so fewer bytes than the length implies means a foreign character.
 */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string') return undefined;
  const payload = value.replace(/\s+/g, '');
  const { length } = payload;
  const padding = payload.endsWith('==') ? 2 : payload.endsWith('=') ? 1 : 0;
  if ((length - padding) % 4 === 1 || (padding > 0 && length % 4 !== 0)) return undefined;
  const expected = Math.floor(((length - padding) * 3) / 4);
  const bytes = Buffer.allocUnsafeSlow(expected);
  return bytes.write(payload, 'base64') === expected ? bytes : undefined;
}

export const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** Returns the audio of one media message, or the fault. An empty payload is neither audio nor a fault. */
export function audioOf(payload: unknown, format: WireFormat, count?: unknown): ParseResult {
  const bytes = bytesOf(payload);
  if (bytes === undefined) return refused('bad_audio', 'the payload is not base64');
  return audioEvent(bytes, format, countOf(count));
}

/** Returns the audio with silence after it, up to this many bytes. Silence is 0 in L16 only. */
export function paddedL16(payload: Uint8Array, bytes: number): Uint8Array {
  if (payload.length >= bytes) return payload;
  const padded = new Uint8Array(bytes);
  padded.set(payload);
  return padded;
}

/** Returns a valid sequence number; undefined for anything else. */
function countOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

export function audioEvent(payload: Uint8Array, format: WireFormat, number?: number): ParseResult {
  if (payload.length === 0) return ignored;
  if (format.encoding === 'l16' && payload.length % 2 !== 0) {
    return refused('bad_audio', 'an odd number of bytes of 16-bit samples');
  }
  return accepted(number === undefined ? { type: 'audio', payload } : { type: 'audio', payload, number });
}

/** Returns the string members of an object; other values are dropped. */
export function stringsOf(value: unknown): Readonly<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const [key, item] of Object.entries(fieldsOf(value) ?? {})) {
    const text = typeof item === 'boolean' ? String(item) : textOf(item);
    if (text !== undefined) entries.push([key, text]);
  }
  return Object.fromEntries(entries);
}
