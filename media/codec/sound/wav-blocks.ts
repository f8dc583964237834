import type { FileHandle } from 'node:fs/promises';
import { MediaFault } from '../../line/fault.ts';
import { parseFormat, type SampleFormat } from '../wav.ts';
import { channelsOf, type SoundBlock } from './block.ts';

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

interface Samples {
  readonly format: SampleFormat;
  readonly from: number;
  readonly to: number;
}

async function findSamples(file: FileHandle, size: number): Promise<Samples> {
  const header = Buffer.alloc(8);
  let format: SampleFormat | undefined;
  /** Size of the samples of a file beyond 4 GB (RF64). */
  let longSize: number | undefined;
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
    if (tag === 'ds64') {
      const sizes = Buffer.alloc(16);
      const { bytesRead } = await file.read(sizes, 0, sizes.length, from);
      if (bytesRead === sizes.length) longSize = Number(sizes.readBigUInt64LE(8));
    }
    if (tag === 'data' && format !== undefined) {
      // Streaming writers leave 0 or the maximum in place of the size.
      const sampleBytes = claimed === 0 || claimed >= 0xfffffff0 ? longSize || size : claimed;
      return { format, from, to: Math.min(size, from + sampleBytes) };
    }
    at = from + claimed + (claimed % 2);
  }
  throw new MediaFault('audio_unreadable', 'the WAV file contains no samples');
}
