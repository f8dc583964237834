import type { FileHandle } from 'node:fs/promises';
import { MediaFault } from '../../line/fault.ts';
import { parseFormat, type SampleFormat } from '../wav.ts';
import type { SoundBlock } from './block.ts';

const framesAtOnce = 16_384;
/** Valid files have only a handful of chunks before the samples. */
const maxChunks = 1000;
const maxFormatBytes = 4096;

/** Streams a WAV file of any length. A truncated data chunk yields the data that exists. */
export async function* wavBlocks(file: FileHandle): AsyncGenerator<SoundBlock> {
  const { size } = await file.stat();
  const { format, from, to } = await findSamples(file, size);
  const frameBytes = format.bytesPerSample * format.channels;
  const bytes = Buffer.alloc(framesAtOnce * frameBytes);
  for (let at = from; at + frameBytes <= to; ) {
    const { bytesRead } = await file.read(bytes, 0, Math.min(bytes.length, to - at), at);
    const frames = Math.floor(bytesRead / frameBytes);
    if (frames === 0) return;
    at += frames * frameBytes;
    const interleaved = format.decode(bytes.subarray(0, frames * frameBytes));
    yield { channels: channelsOf(interleaved, format.channels), rateHz: format.rateHz, fraction: at / to };
  }
}

function channelsOf(interleaved: Float32Array, count: number): Float32Array[] {
  if (count === 1) return [interleaved];
  const frames = interleaved.length / count;
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let i = 0; i < frames; i++) samples[i] = interleaved[i * count + channel]!;
    return samples;
  });
}

interface Samples {
  readonly format: SampleFormat;
  readonly from: number;
  readonly to: number;
}

async function findSamples(file: FileHandle, size: number): Promise<Samples> {
  const header = Buffer.alloc(8);
  let format: SampleFormat | undefined;
  let at = 12;
  for (let chunk = 0; chunk < maxChunks && at + 8 <= size; chunk++) {
    await file.read(header, 0, 8, at);
    const tag = header.toString('latin1', 0, 4);
    const claimed = header.readUInt32LE(4);
    const from = at + 8;
    if (tag === 'fmt ') {
      const body = Buffer.alloc(Math.min(claimed, maxFormatBytes, size - from));
      await file.read(body, 0, body.length, from);
      format = parseFormat(body);
    }
    if (tag === 'data' && format !== undefined) {
      // Streaming writers leave 0 or the maximum in place of the size.
      const unknown = claimed === 0 || claimed >= 0xfffffff0;
      return { format, from, to: unknown ? size : Math.min(size, from + claimed) };
    }
    at = from + claimed + (claimed % 2);
  }
  throw new MediaFault('audio_unreadable', 'the WAV file contains no samples');
}
