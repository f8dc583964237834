import { createResampler } from '../dsp/resampler.ts';
import { type Encoding, type LineRateHz, lineRateOf, type WireFormat } from '../line/audio.ts';
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from './g711.ts';
import { decodeL16, encodeL16 } from './l16.ts';

export type Decoder = (payload: Uint8Array) => Float32Array;
export type Encoder = (samples: Float32Array) => Uint8Array;

const decoders: Readonly<Record<Encoding, Decoder>> = { mulaw: decodeMulaw, alaw: decodeAlaw, l16: decodeL16 };
const encoders: Readonly<Record<Encoding, Encoder>> = { mulaw: encodeMulaw, alaw: encodeAlaw, l16: encodeL16 };

/**
 * From one stream's payloads to samples at `lineHz`; keeps the resampler's state, so one for each stream and
 * direction. The answer never shares memory with the payload. Half a sample at a payload's end is left out.
 */
export function createDecoder(format: WireFormat, lineHz: LineRateHz = lineRateOf(format)): Decoder {
  const decode = decoders[format.encoding];
  if (format.rateHz === lineHz) return decode;
  const resampler = createResampler(format.rateHz, lineHz);
  return (payload) => resampler.process(decode(payload));
}

/** From one stream's samples at `lineRateOf(format)` to payloads. Samples beyond [-1, 1] are clipped. */
export function createEncoder(format: WireFormat): Encoder {
  const encode = encoders[format.encoding];
  const lineHz = lineRateOf(format);
  if (format.rateHz === lineHz) return encode;
  const resampler = createResampler(lineHz, format.rateHz);
  return (samples) => encode(resampler.process(samples));
}
