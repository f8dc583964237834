import { createByteSlab } from '../../kit/slab.ts';
import { bytesPerSample, type WireFormat } from '../../line/audio.ts';
import type { AudioEvent } from '../../line/wire.ts';
import { decodeBase64 } from './base64.ts';
import { type MediaPlace, scanMedia } from './scan-media.ts';

/** Shared by the streams of a thread, so that it stays in the processor's caches. */
const blockBytes = 4096;

const place: MediaPlace = { from: 0, to: 0, number: -1 };
const memory = createByteSlab(blockBytes);

/** Reads a media message of the usual form from its bytes; undefined for all others, which the parser reads or refuses. */
export function readMedia(text: Uint8Array, { encoding }: WireFormat): AudioEvent | undefined {
  if (!scanMedia(text, place)) return undefined;
  const payload = decodeBase64(text, place, memory);
  if (payload === undefined || payload.length % bytesPerSample(encoding) !== 0) return undefined;
  return place.number < 0 ? { type: 'audio', payload } : { type: 'audio', payload, number: place.number };
}
