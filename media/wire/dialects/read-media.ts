import { type KernelForm, threadForms } from '../../dsp/kernels/forms.ts';
import { messageKernel, mostMessageBytes } from '../../dsp/kernels/media-message.ts';
import { byLength } from '../../kit/by-length.ts';
import { bytesPerSample, type WireFormat } from '../../line/audio.ts';
import type { AudioEvent } from '../../line/wire.ts';
import { decodeBase64 } from './base64.ts';
import { type MediaPlace, scanMedia } from './scan-media.ts';

/**
 * Reads a media message of the usual form from its bytes. Returns undefined for all others, which are left to the
 * parser. The payload is valid until the next call.
 */
export type MediaReader = (text: Uint8Array, format: WireFormat) => AudioEvent | undefined;

const place: MediaPlace = { from: 0, to: 0, number: -1 };
/** Shared by the streams of a thread, so that it stays in the processor's caches. */
const memory = byLength((bytes) => new Uint8Array(bytes));

const readers: Readonly<Record<KernelForm, MediaReader>> = {
  ts(text, format) {
    if (!scanMedia(text, place)) return undefined;
    const payload = decodeBase64(text, place, memory);
    return payload === undefined ? undefined : eventOf(payload, place.number, format);
  },
  wasm(text, format) {
    if (messageKernel === undefined || text.length > mostMessageBytes) return readers.ts(text, format);
    const payload = messageKernel.read(text);
    return payload === undefined ? undefined : eventOf(payload, messageKernel.number, format);
  },
};

function eventOf(payload: Uint8Array, number: number, { encoding }: WireFormat): AudioEvent | undefined {
  if (payload.length % bytesPerSample(encoding) !== 0) return undefined;
  return number < 0 ? { type: 'audio', payload } : { type: 'audio', payload, number };
}

export const createMediaReader = (form: KernelForm): MediaReader => readers[form];
export const readMedia: MediaReader = createMediaReader(threadForms.wire);
