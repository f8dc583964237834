import { type KernelForm, threadForms } from '../dsp/kernels/forms.ts';
import { type G711Kernel, g711Kernels, mostG711Samples } from '../dsp/kernels/g711.ts';
import { createResampler } from '../dsp/resampler.ts';
import { byLength } from '../kit/by-length.ts';
import { bytesPerSample, type Encoding, type LineRateHz, lineRateOf, type WireFormat } from '../line/audio.ts';
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from './g711.ts';
import { decodeL16, encodeL16 } from './l16.ts';

/** Returns samples in shared memory, valid until the next call of any decoder. */
export type Decoder = (payload: Uint8Array) => Float32Array;
/** Returns a payload in shared memory, valid until the next call of any encoder. */
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

/** Shared by all streams: separate memory would have left the processor's caches by the stream's next frame. */
const sampleFrame = byLength((samples) => new Float32Array(samples));
const byteFrame = byLength((bytes) => new Uint8Array(bytes));

/** Shared by all streams: without a resampler they are stateless. */
const plainDecoders = inBothForms(plainDecoder);
const plainEncoders = inBothForms(plainEncoder);

function inBothForms<T>(make: (encoding: Encoding, form: KernelForm) => T) {
  const of = (form: KernelForm): Readonly<Record<Encoding, T>> => ({
    mulaw: make('mulaw', form),
    alaw: make('alaw', form),
    l16: make('l16', form),
  });
  return { ts: of('ts'), wasm: of('wasm') };
}

function plainDecoder(encoding: Encoding, form: KernelForm): Decoder {
  const expand = decoders[encoding];
  const bytes = bytesPerSample(encoding);
  const plain: Decoder = (payload) => expand(payload, sampleFrame(Math.floor(payload.length / bytes)));
  const kernel = kernelOf(encoding, form);
  if (kernel === undefined) return plain;
  return (payload) => (payload.length > mostG711Samples ? plain(payload) : kernel.expand(payload));
}

function plainEncoder(encoding: Encoding, form: KernelForm): Encoder {
  const compress = encoders[encoding];
  const bytes = bytesPerSample(encoding);
  const plain: Encoder = (samples) => compress(samples, byteFrame(samples.length * bytes));
  const kernel = kernelOf(encoding, form);
  if (kernel === undefined) return plain;
  return (samples) => (samples.length > mostG711Samples ? plain(samples) : kernel.compress(samples));
}

function kernelOf(encoding: Encoding, form: KernelForm): G711Kernel | undefined {
  return form === 'ts' || encoding === 'l16' ? undefined : g711Kernels?.[encoding];
}

/**
 * Creates a decoder from one stream's payloads to samples at `lineHz`. It keeps the resampler's state, so each stream
 * and direction needs its own. The result never shares memory with the payload. An incomplete sample at the end of a
 * payload is dropped.
 */
export function createDecoder(
  format: WireFormat,
  lineHz: LineRateHz = lineRateOf(format),
  form: KernelForm = threadForms.g711,
): Decoder {
  const decode = plainDecoders[form][format.encoding];
  if (format.rateHz === lineHz) return decode;
  const resampler = createResampler(format.rateHz, lineHz);
  return (payload) => resampler.process(decode(payload));
}

/**
 * Creates an encoder from one stream's samples at `lineRateOf(format)` to payloads. Samples beyond [-1, 1] are clipped.
 */
export function createEncoder(format: WireFormat, form: KernelForm = threadForms.g711): Encoder {
  const encode = plainEncoders[form][format.encoding];
  const lineHz = lineRateOf(format);
  if (format.rateHz === lineHz) return encode;
  const resampler = createResampler(lineHz, format.rateHz);
  return (samples) => encode(resampler.process(samples));
}
