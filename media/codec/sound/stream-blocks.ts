import type { FileHandle } from 'node:fs/promises';
import type { SoundBlock } from './block.ts';
import { unsupportedSound } from './unsupported.ts';

/** Piece sizes, small enough to limit the decoded size: FLAC compresses a minute of silence to a few hundred bytes. */
const bytesAtOnce = { least: 256, most: 8192 } as const;
/** Total over all channels. If a piece decodes to more, the next one is half as long. */
const samplesAtOnce = 1_000_000;

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

interface StreamDecoder {
  decode(bytes: Uint8Array): Decoded;
  flush?(): Decoded;
  free(): void;
}

/** Decoders for streaming formats, each loaded on demand. */
const decoders = {
  mp3: async (): Promise<StreamDecoder> => (await import('@audio/decode-mp3')).decoder(),
  flac: async (): Promise<StreamDecoder> => (await import('@audio/decode-flac')).decoder(),
  vorbis: async (): Promise<StreamDecoder> => (await import('@audio/decode-vorbis')).decoder(),
  opus: async (): Promise<StreamDecoder> => (await import('@audio/decode-opus')).decoder(),
} as const;

/** Returns the codec at the start of an Ogg file. Throws `audio_unreadable` for others. */
export function oggCodecOf(head: Buffer): 'vorbis' | 'opus' | 'flac' {
  const packet = head.subarray(27 + (head[26] ?? 0));
  const begins = (text: string): boolean => packet.toString('latin1', 0, text.length) === text;
  if (begins('OpusHead')) return 'opus';
  if (begins('\x01vorbis')) return 'vorbis';
  if (begins('\x7fFLAC')) return 'flac';
  throw unsupportedSound('the Ogg file contains neither Opus, Vorbis nor FLAC');
}

export async function* streamBlocks(file: FileHandle, codec: keyof typeof decoders): AsyncGenerator<SoundBlock> {
  const { size } = await file.stat();
  const decoder = await decoders[codec]();
  const blockOf = ({ channelData, sampleRate }: Decoded, fraction: number): SoundBlock | undefined =>
    (channelData[0]?.length ?? 0) === 0 ? undefined : { channels: channelData, rateHz: sampleRate, fraction };
  try {
    let length: number = bytesAtOnce.least;
    for (let at = 0; at < size; ) {
      const piece = Buffer.alloc(length);
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) break;
      const bytes = piece.subarray(0, bytesRead);
      const isLast = at + bytesRead >= size;
      const whole = codec === 'flac' && !isLast ? bytes.subarray(0, lastFlacFrame(bytes)) : bytes;
      at += whole.length;
      const block = blockOf(decoder.decode(whole), at / size);
      const samples = (block?.channels[0]?.length ?? 0) * (block?.channels.length ?? 0);
      length =
        samples > samplesAtOnce ? Math.max(bytesAtOnce.least, length / 2) : Math.min(bytesAtOnce.most, length * 2);
      if (block !== undefined) yield block;
    }
    const rest = decoder.flush === undefined ? undefined : blockOf(decoder.flush(), 1);
    if (rest !== undefined) yield rest;
  } finally {
    decoder.free();
  }
}

/**
 * Returns the possible start of the last frame, or the length of the input if it contains none. The decoder loses a
 * frame if the next one's header is split.
 */
function lastFlacFrame(bytes: Uint8Array): number {
  for (let at = bytes.length - 2; at > 0; at--)
    if (bytes[at] === 0xff && ((bytes[at + 1] as number) & 0xfe) === 0xf8) return at;
  if (bytes.length > 1 && bytes.at(-1) === 0xff) return bytes.length - 1;
  return bytes.length;
}
