import { EncodedPacketSink, FilePathSource, Input, type InputAudioTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { MediaFault } from '../../line/fault.ts';
import type { SoundBlock } from './block.ts';
import { unsupportedSound } from './unsupported.ts';

/** Decodes packets extracted from a container. */
interface PacketDecoder {
  decode(packet: Uint8Array): { readonly channels: readonly Float32Array[]; readonly rateHz: number };
  free(): void;
}

const unreadable = (message: string): MediaFault => new MediaFault('audio_unreadable', message);
const cacheBytes = 2 * 2 ** 20;

/** Streams the primary audio track of a WebM, Matroska or MP4 file. */
export async function* containerBlocks(path: string): AsyncGenerator<SoundBlock> {
  const input = new Input({
    source: new FilePathSource(path, { maxCacheSize: cacheBytes }),
    formats: [WEBM, MATROSKA, MP4, QTFF],
  });
  try {
    yield* trackBlocks(input);
  } finally {
    input.dispose();
  }
}

async function* trackBlocks(input: Input): AsyncGenerator<SoundBlock> {
  const track = await input.getPrimaryAudioTrack();
  if (track === null) throw unreadable('the file contains no audio');
  const decoder = await decoderOf(track);
  const lastSeconds = await track.computeDuration().catch(() => 0);
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const { channels, rateHz } = decoder.decode(packet.data);
      if ((channels[0]?.length ?? 0) === 0) continue;
      yield { channels, rateHz, fraction: lastSeconds > 0 ? Math.min(1, packet.timestamp / lastSeconds) : 0 };
    }
  } finally {
    decoder.free();
  }
}

async function decoderOf(track: InputAudioTrack): Promise<PacketDecoder> {
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  const description = config?.description === undefined ? undefined : bytesOf(config.description);
  switch (codec) {
    case 'opus':
      return opusDecoder(config?.numberOfChannels ?? 1, description);
    case 'aac':
      if (description === undefined) throw unreadable('the file lacks the configuration of its AAC decoder');
      return aacDecoder(description);
    default:
      throw unsupportedSound(`the codec ${codec ?? 'of the file'} is not supported in this kind of file`);
  }
}

const bytesOf = (source: ArrayBufferView | ArrayBufferLike): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

/** `head`: OpusHead of the track. It contains the channel mapping if there are more than two. */
async function opusDecoder(channels: number, head: Uint8Array | undefined): Promise<PacketDecoder> {
  const { createOpusDecoder } = await import('@audio/decode-opus/core');
  const decoder = await createOpusDecoder();
  const mapped = head !== undefined && head[18] === 1 && head.length >= 21 + (head[9] ?? 0);
  decoder.configure({
    channels,
    ...(mapped
      ? {
          streamCount: head[19]!,
          coupledStreamCount: head[20]!,
          channelMappingTable: [...head.subarray(21, 21 + channels)],
        }
      : {}),
  });
  return {
    decode(packet) {
      const { channelData, sampleRate } = decoder.decodeFrames([packet]);
      return { channels: channelData, rateHz: sampleRate };
    },
    free: () => decoder.free(),
  };
}

/** Uses an optional package under the GPL, loaded only in the decoding process. */
async function aacDecoder(asc: Uint8Array): Promise<PacketDecoder> {
  const library = await import('@audio/decode-aac').catch(() => {
    throw unsupportedSound('AAC needs ffmpeg, or the optional package @audio/decode-aac');
  });
  const decoder = await library.decoder({ asc });
  return {
    decode(packet) {
      const { channelData, sampleRate } = decoder.decode(packet);
      return { channels: channelData, rateHz: sampleRate };
    },
    free: () => decoder.free(),
  };
}
