import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from '../codec/g711.ts';
import { decodeL16, encodeL16 } from '../codec/l16.ts';
import type { Encoding, WireFormat } from '../line/audio.ts';

const decoders: Readonly<Record<Encoding, (payload: Uint8Array) => Float32Array>> = {
  mulaw: decodeMulaw,
  alaw: decodeAlaw,
  l16: decodeL16,
};
const encoders: Readonly<Record<Encoding, (samples: Float32Array) => Uint8Array>> = {
  mulaw: encodeMulaw,
  alaw: encodeAlaw,
  l16: encodeL16,
};

/** Returns samples at the wire's own rate: the far end never resamples played audio, because it measures it. */
export const decodeWire = (format: WireFormat, payload: Uint8Array): Float32Array => decoders[format.encoding](payload);

export const encodeWire = (format: WireFormat, samples: Float32Array): Uint8Array => encoders[format.encoding](samples);
