import { createResampler } from '../dsp/resampler.ts';
import { bytesPerSample, type Encoding, type LineRateHz, lineRateOf, type WireFormat } from '../line/audio.ts';
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from './g711.ts';
import { decodeL16, encodeL16 } from './l16.ts';

/** The answer is good until another is asked for, of any decoder. */
export type Decoder = (payload: Uint8Array) => Float32Array;
/** The answer is good until another is asked for, of any encoder. */
export type Encoder = (samples: Float32Array) => Uint8Array;

const decoders: Readonly<Record<Encoding, (payload: Uint8Array, into: Float32Array) => Float32Array>> = {
  mulaw: decodeMulaw,
  alaw: decodeAlaw,
  l16: decodeL16,
};
const encoders: Readonly<Record<Encoding, (samples: Float32Array, into: Uint8Array) => Uint8Array>> = {
  mulaw: encodeMulaw,
  alaw: encodeAlaw,
  l16: encodeL16,
};

/**
 * Memory of one length for the frames of all streams of a thread, by length. Memory of its own for each stream is out of
 * the processor's caches by the time of the stream's next frame.
 */
function sharedFrames<T>(allocate: (length: number) => T): (length: number) => T {
  const frames = new Map<number, T>();
  return (length) => {
    const known = frames.get(length);
    if (known !== undefined) return known;
    const frame = allocate(length);
    if (frames.size < maxLengths) frames.set(length, frame);
    return frame;
  };
}
const maxLengths = 64;
const sampleFrame = sharedFrames((samples) => new Float32Array(samples));
const byteFrame = sharedFrames((bytes) => new Uint8Array(bytes));

/** One for all streams: without a resampler there is nothing to remember. */
const plainDecoders: Readonly<Record<Encoding, Decoder>> = {
  mulaw: plainDecoder('mulaw'),
  alaw: plainDecoder('alaw'),
  l16: plainDecoder('l16'),
};
const plainEncoders: Readonly<Record<Encoding, Encoder>> = {
  mulaw: plainEncoder('mulaw'),
  alaw: plainEncoder('alaw'),
  l16: plainEncoder('l16'),
};

function plainDecoder(encoding: Encoding): Decoder {
  const expand = decoders[encoding];
  const bytes = bytesPerSample(encoding);
  return (payload) => expand(payload, sampleFrame(Math.floor(payload.length / bytes)));
}

function plainEncoder(encoding: Encoding): Encoder {
  const compress = encoders[encoding];
  const bytes = bytesPerSample(encoding);
  return (samples) => compress(samples, byteFrame(samples.length * bytes));
}

/**
 * From one stream's payloads to samples at `lineHz`; keeps the resampler's state, so one for each stream and
 * direction. The answer never shares memory with the payload. Half a sample at a payload's end is left out.
 */
export function createDecoder(format: WireFormat, lineHz: LineRateHz = lineRateOf(format)): Decoder {
  const decode = plainDecoders[format.encoding];
  if (format.rateHz === lineHz) return decode;
  const resampler = createResampler(format.rateHz, lineHz);
  return (payload) => resampler.process(decode(payload));
}

/** From one stream's samples at `lineRateOf(format)` to payloads. Samples beyond [-1, 1] are clipped. */
export function createEncoder(format: WireFormat): Encoder {
  const encode = plainEncoders[format.encoding];
  const lineHz = lineRateOf(format);
  if (format.rateHz === lineHz) return encode;
  const resampler = createResampler(lineHz, format.rateHz);
  return (samples) => encode(resampler.process(samples));
}
