import { MediaFault } from '../../line/fault.ts';

/** Reads a server's audio as it arrives. Detects the format from the data, not from the request. */
export interface AudioReader {
  /** Returns complete mono samples in [-1, 1]. Throws `speech_engine_failed` for formats other than PCM and WAV. */
  push(bytes: Uint8Array): Float32Array;
  /** Sample rate, known from the first samples on. */
  readonly rateHz: number;
}

export interface AudioReaderOptions {
  readonly contentType: string | null;
  /** Sample rate of PCM without a header, if the server states it. */
  readonly rateHeader: string | null;
  /** Sample rate of PCM without a header otherwise. */
  readonly standardRateHz: number;
}

const unreadable = (what: string): MediaFault => new MediaFault('speech_engine_failed', what);

/** Content types for PCM or WAV; some servers send either as plain bytes. */
const soundTypes = /^(audio\/(pcm|l16|x?-?wav|wave|vnd\.wave|raw|basic)|application\/octet-stream)\b/i;

export function createAudioReader(options: AudioReaderOptions): AudioReader {
  const type = options.contentType ?? '';
  const isEvents = /^text\/event-stream/i.test(type);
  if (type !== '' && !isEvents && !soundTypes.test(type))
    throw unreadable(`the server sent ${type.split(';')[0]} in place of PCM or WAV`);
  const sound = createSoundReader(options);
  const events = isEvents ? createEventReader() : undefined;
  return {
    push(bytes) {
      if (events === undefined) return sound.push(bytes);
      const parts = events.push(bytes).map(sound.push);
      return parts.length === 1 ? (parts[0] as Float32Array) : Float32Array.from(parts.flatMap((part) => [...part]));
    },
    get rateHz() {
      return sound.rateHz;
    },
  };
}

interface Layout {
  readonly rateHz: number;
  readonly channels: number;
}

/** First bytes of HTML pages, JSON and compressed audio, which would be noise as PCM. */
const otherFormats = /^(<!do|<htm|<\?xm|\{"|ID3|OggS|fLaC)/i;

/** Reads raw PCM, or a WAV file whose sizes may be those of an endless stream. */
function createSoundReader({ rateHeader, standardRateHz }: AudioReaderOptions) {
  let pending = new Uint8Array(0);
  let layout: Layout | undefined;
  const named = Number(rateHeader ?? '');
  const raw: Layout = { rateHz: named >= 8000 && named <= 192_000 ? named : standardRateHz, channels: 1 };

  function start(bytes: Uint8Array): Uint8Array {
    const begin = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
    if (otherFormats.test(begin)) throw unreadable('the server sent neither PCM nor WAV');
    const isWav = begin === 'RIFF';
    const header = isWav ? wavHeaderOf(bytes) : { ...raw, length: 0 };
    if (header === undefined) return new Uint8Array(0);
    layout = header;
    const rest = bytes.subarray(header.length);
    pending = new Uint8Array(0);
    return rest;
  }

  return {
    push(bytes: Uint8Array): Float32Array {
      let all = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      if (layout === undefined) {
        pending = Uint8Array.from(all);
        if (all.length < 4) return new Float32Array(0);
        all = start(all);
        if (layout === undefined) return new Float32Array(0);
      }
      const frameBytes = 2 * layout.channels;
      const frames = Math.floor(all.length / frameBytes);
      pending = Uint8Array.from(all.subarray(frames * frameBytes));
      return toMono(all, frames, layout.channels);
    },
    get rateHz() {
      return (layout ?? raw).rateHz;
    },
  };
}

function toMono(bytes: Uint8Array, frames: number, channels: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += view.getInt16(2 * (frame * channels + channel), true);
    samples[frame] = sum / channels / 32_768;
  }
  return samples;
}

/** Returns undefined until the header is complete. */
function wavHeaderOf(bytes: Uint8Array): (Layout & { readonly length: number }) | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let layout: Layout | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const tag = Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
    if (tag === 'data') {
      if (layout === undefined) throw unreadable('the server sent a WAV file without a format');
      return { ...layout, length: at + 8 };
    }
    const size = view.getUint32(at + 4, true);
    if (size > 65_536) throw unreadable('the server sent a damaged WAV file');
    if (at + 8 + size > bytes.length) return undefined;
    if (tag === 'fmt ') layout = formatAt(view, at + 8);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function formatAt(view: DataView, at: number): Layout {
  const [format, channels, rateHz, bits] = [
    view.getUint16(at, true),
    view.getUint16(at + 2, true),
    view.getUint32(at + 4, true),
    view.getUint16(at + 14, true),
  ];
  const isPcm = (format === 1 || format === 0xfffe) && bits === 16;
  if (!isPcm || channels < 1 || channels > 2 || rateHz < 8000 || rateHz > 192_000)
    throw unreadable(`the server sent WAV of format ${format}, ${bits} bits, ${channels} channels, ${rateHz} Hz`);
  return { rateHz, channels };
}

const mostLineChars = 4_000_000;

/** Extracts the audio from the server-sent events of a speech request. */
function createEventReader() {
  const decoder = new TextDecoder();
  let line = '';
  return {
    push(bytes: Uint8Array): Uint8Array[] {
      line += decoder.decode(bytes, { stream: true });
      if (line.length > mostLineChars) throw unreadable('the server sent an event without an end');
      const lines = line.split(/\r?\n/);
      line = lines.pop() ?? '';
      return lines.flatMap((spokenLine) => (spokenLine.startsWith('data:') ? audioOf(spokenLine.slice(5).trim()) : []));
    },
  };
}

function audioOf(data: string): Uint8Array[] {
  if (data === '' || data === '[DONE]') return [];
  let event: { type?: unknown; audio?: unknown };
  try {
    event = JSON.parse(data) as typeof event;
  } catch {
    throw unreadable('the server sent an event that is not JSON');
  }
  if (event.type === 'speech.audio.error' || event.type === 'error') throw unreadable('the server reported an error');
  return event.type === 'speech.audio.delta' && typeof event.audio === 'string'
    ? [Buffer.from(event.audio, 'base64')]
    : [];
}
