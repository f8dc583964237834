import type { Clip } from '../line/audio.ts';
import { MediaFault } from '../line/fault.ts';
import { decodeAlaw, decodeMulaw } from './g711.ts';
import { encodeL16 } from './l16.ts';
import { unsupportedSound } from './sound/unsupported.ts';

export interface WavLimits {
  /** Longer audio is refused before decoding. 4 h by default. */
  readonly maxSeconds?: number;
}

/**
 * Reads a WAV file as one mono clip at its own sample rate; channels are averaged. Supports PCM of 8, 16, 24 and 32
 * bits, float of 32 and 64, mu-law and A-law, plain or extensible. A truncated data chunk yields the data that exists.
 * Throws `audio_unreadable` with the reason.
 */
export function readWav(bytes: Uint8Array, limits: WavLimits = {}): Clip {
  const { interleaved, channels, rateHz } = readInterleaved(bytes, limits);
  return { samples: toMono(interleaved, channels), rateHz };
}

/** The same, with one clip per channel. */
export function readWavChannels(bytes: Uint8Array, limits: WavLimits = {}): Clip[] {
  const { interleaved, channels, rateHz } = readInterleaved(bytes, limits);
  const frames = interleaved.length / channels;
  return Array.from({ length: channels }, (_, channel) => ({
    samples: Float32Array.from({ length: frames }, (_, frame) => interleaved[frame * channels + channel] as number),
    rateHz,
  }));
}

function readInterleaved(bytes: Uint8Array, limits: WavLimits) {
  const { format, data } = findChunks(bytes);
  const frames = Math.floor(data.length / (format.bytesPerSample * format.channels));
  if (frames === 0) throw unreadable('the WAV file contains no samples');
  const maxSeconds = limits.maxSeconds ?? 4 * 3600;
  if (frames / format.rateHz > maxSeconds) {
    throw unreadable(
      `the WAV file is ${Math.round(frames / format.rateHz)} s long; at most ${maxSeconds} s are accepted`,
    );
  }
  const interleaved = format.decode(data.subarray(0, frames * format.channels * format.bytesPerSample));
  return { interleaved, channels: format.channels, rateHz: format.rateHz };
}

/** Returns a mono 16-bit PCM file. */
export function writeWav(clip: Clip): Uint8Array {
  const data = encodeL16(clip.samples);
  const header = wavHeader({ rateHz: clip.rateHz, channels: 1, dataBytes: data.length });
  const bytes = new Uint8Array(header.length + data.length);
  bytes.set(header);
  bytes.set(data, header.length);
  return bytes;
}

/**
 * Returns the 44-byte header for 16-bit PCM data. Sizes beyond the format's limit (4 GB) are written as the maximum.
 */
export function wavHeader(options: {
  readonly rateHz: number;
  readonly channels: number;
  readonly dataBytes: number;
}): Uint8Array {
  const { rateHz, channels, dataBytes } = options;
  const header = new Uint8Array(44);
  const view = new DataView(header.buffer);
  const put = (at: number, tag: string): void => header.set(Buffer.from(tag, 'latin1'), at);
  const most = 0xffffffff;
  put(0, 'RIFF');
  view.setUint32(4, Math.min(36 + dataBytes, most), true);
  put(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rateHz, true);
  view.setUint32(28, rateHz * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  put(36, 'data');
  view.setUint32(40, Math.min(dataBytes, most), true);
  return header;
}

/** Sample format of a WAV file. */
export interface SampleFormat {
  readonly channels: number;
  readonly rateHz: number;
  readonly bytesPerSample: number;
  readonly decode: (data: Uint8Array) => Float32Array;
}

function findChunks(bytes: Uint8Array): { format: SampleFormat; data: Uint8Array } {
  const magic = tagAt(bytes, 0);
  if (bytes.length < 12 || (magic !== 'RIFF' && magic !== 'RF64') || tagAt(bytes, 8) !== 'WAVE') {
    throw unreadable(magic === 'RIFX' ? 'big-endian WAV files are not supported' : 'this is not a WAV file');
  }
  const view = viewOf(bytes);
  let format: SampleFormat | undefined;
  // Chunk sizes are limited to the file's length, so that no header makes this loop overrun or stall.
  for (let at = 12; at + 8 <= bytes.length; ) {
    const tag = tagAt(bytes, at);
    const size = view.getUint32(at + 4, true);
    const body = bytes.subarray(at + 8, Math.min(at + 8 + size, bytes.length));
    if (tag === 'fmt ') format = parseFormat(body);
    if (tag === 'data') {
      if (format === undefined) throw unreadable('the WAV file has samples before their format');
      // Streaming writers leave 0 or the maximum in place of the size.
      const unknown = size === 0 || size >= 0xfffffff0;
      return { format, data: unknown ? bytes.subarray(at + 8) : body };
    }
    at += 8 + size + (size % 2);
  }
  throw unreadable(format === undefined ? 'the WAV file has no format' : 'the WAV file contains no samples');
}

const PCM = 1;
const FLOAT = 3;
const ALAW = 6;
const MULAW = 7;
const EXTENSIBLE = 0xfffe;
/** Names of codecs that only ffmpeg decodes. */
const wavCodecs: Readonly<Record<number, string>> = {
  2: 'ADPCM (Microsoft)',
  17: 'ADPCM (IMA)',
  49: 'GSM 6.10',
  85: 'MP3',
};

/** Parses the body of a `fmt ` chunk. Throws `audio_unreadable`. */
export function parseFormat(body: Uint8Array): SampleFormat {
  if (body.length < 16) throw unreadable("the WAV file's format is cut short");
  const view = viewOf(body);
  const tag = view.getUint16(0, true);
  const code = tag === EXTENSIBLE && body.length >= 26 ? view.getUint16(24, true) : tag;
  const channels = view.getUint16(2, true);
  const rateHz = view.getUint32(4, true);
  const bits = view.getUint16(14, true);
  if (channels < 1 || channels > 32)
    throw unreadable(`a WAV file with ${channels} channels is not supported (1 to 32 are)`);
  if (rateHz < 4000 || rateHz > 192000) {
    throw unreadable(`a WAV file of ${rateHz} Hz is not supported (4,000 to 192,000 Hz are)`);
  }
  return { channels, rateHz, ...sampleDecoder(code, bits) };
}

function sampleDecoder(code: number, bits: number): Pick<SampleFormat, 'bytesPerSample' | 'decode'> {
  const bytesPerSample = Math.ceil(bits / 8);
  if (code === MULAW) return { bytesPerSample: 1, decode: decodeMulaw };
  if (code === ALAW) return { bytesPerSample: 1, decode: decodeAlaw };
  if (code === PCM && bytesPerSample >= 1 && bytesPerSample <= 4) {
    return {
      bytesPerSample,
      decode: (data) => decodeEach(data, bytesPerSample, readPcm[bytesPerSample - 1] as ReadSample),
    };
  }
  if (code === FLOAT && (bits === 32 || bits === 64)) {
    const read: ReadSample =
      bits === 32 ? (view, at) => view.getFloat32(at, true) : (view, at) => view.getFloat64(at, true);
    return { bytesPerSample, decode: (data) => decodeEach(data, bytesPerSample, read) };
  }
  throw unsupportedSound(
    `a WAV file with ${wavCodecs[code] ?? `${bits}-bit samples of kind ${code}`} is not supported`,
  );
}

type ReadSample = (view: DataView, at: number) => number;

const readPcm: readonly ReadSample[] = [
  (view, at) => (view.getUint8(at) - 128) / 128,
  (view, at) => view.getInt16(at, true) / 32768,
  (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8388608,
  (view, at) => view.getInt32(at, true) / 2147483648,
];

/** Float files may contain any value: NaN becomes silence, values beyond full scale are clipped. */
function decodeEach(data: Uint8Array, bytesPerSample: number, read: ReadSample): Float32Array {
  const view = viewOf(data);
  const samples = new Float32Array(Math.floor(data.length / bytesPerSample));
  for (let i = 0; i < samples.length; i++) {
    const value = read(view, i * bytesPerSample);
    samples[i] = Number.isNaN(value) ? 0 : Math.max(-1, Math.min(1, value));
  }
  return samples;
}

function toMono(interleaved: Float32Array, channels: number): Float32Array {
  if (channels === 1) return interleaved;
  const samples = new Float32Array(interleaved.length / channels);
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += interleaved[i * channels + channel] as number;
    samples[i] = sum / channels;
  }
  return samples;
}

const tagAt = (bytes: Uint8Array, at: number): string => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const unreadable = (message: string): MediaFault => new MediaFault('audio_unreadable', message);
