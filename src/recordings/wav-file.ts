import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { FaultPoint } from '../faults/fault-point.ts';
import { RecordingFault } from './recording-fault.ts';

const wavHeaderBytes = 44;
const frameBytes = 4;
/** Sizes in a WAV header are 32 bits wide. */
const maxDataBytes = 0xffff_ffff - wavHeaderBytes;

/**
 * A 16-bit stereo WAV that is valid after every `put`: samples are written first, then the header that counts them.
 * After a crash the file is a valid WAV up to the last header.
 */
export interface WavFile {
  readonly rateHz: number;
  /** Writes frames at a position on the sample clock; a preceding gap reads as silence. */
  put(atFrame: number, stereo: Int16Array): Promise<void>;
  close(): Promise<void>;
}

/** Creates the file; never overwrites one. Throws file-system errors. */
export async function createWavFile(path: string, rateHz: number, at: FaultPoint = () => {}): Promise<WavFile> {
  at('recording: open');
  const handle = await open(path, 'wx', 0o600);
  try {
    at('recording: first header');
    await writeAll(handle, header(rateHz, 0), 0);
  } catch (error) {
    await handle.close();
    await unlink(path);
    throw error;
  }
  return wavFileOf(handle, { rateHz, dataBytes: 0 }, at);
}

/** Opens an existing file. Throws file-system errors, and if the file has another type. */
export async function openWavFile(path: string, at: FaultPoint = () => {}): Promise<WavFile> {
  const handle = await open(path, 'r+');
  const held = await heldBy(handle).catch(() => undefined);
  if (held !== undefined) return wavFileOf(handle, held, at);
  await handle.close();
  throw new RecordingFault('file_foreign');
}

interface Held {
  readonly rateHz: number;
  readonly dataBytes: number;
}

/** Returns undefined for a file of another type. */
async function heldBy(handle: FileHandle): Promise<Held | undefined> {
  const bytes = Buffer.alloc(wavHeaderBytes);
  const { bytesRead } = await handle.read(bytes, 0, wavHeaderBytes, 0);
  if (bytesRead < wavHeaderBytes || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const rateHz = bytes.readUInt32LE(24);
  // Samples reach the disk before the header that counts them.
  const frames = Math.floor(((await handle.stat()).size - wavHeaderBytes) / frameBytes);
  return rateHz === 0 ? undefined : { rateHz, dataBytes: frames * frameBytes };
}

function wavFileOf(handle: FileHandle, { rateHz, ...held }: Held, at: FaultPoint): WavFile {
  let { dataBytes } = held;
  return {
    rateHz,
    async put(atFrame, stereo) {
      const start = atFrame * frameBytes;
      const end = start + stereo.byteLength;
      if (end > maxDataBytes) throw new RecordingFault('file_full');
      try {
        at('recording: samples');
        await writeAll(
          handle,
          new Uint8Array(stereo.buffer, stereo.byteOffset, stereo.byteLength),
          wavHeaderBytes + start,
        );
      } catch (error) {
        await handle.truncate(wavHeaderBytes + dataBytes).catch(() => {});
        throw error;
      }
      dataBytes = Math.max(dataBytes, end);
      at('recording: header');
      await writeAll(handle, header(rateHz, dataBytes), 0);
    },
    async close() {
      try {
        at('recording: sync');
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
  };
}

/** Duration of the written part in ms. Undefined if the file is missing or of another type. */
export async function readWavLengthMs(path: string): Promise<number | undefined> {
  const handle = await open(path).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const held = await heldBy(handle);
    return held && (held.dataBytes / frameBytes) * (1000 / held.rateHz);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

function header(rateHz: number, dataBytes: number): Uint8Array {
  const bytes = Buffer.alloc(wavHeaderBytes);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rateHz, 24);
  bytes.writeUInt32LE(rateHz * frameBytes, 28);
  bytes.writeUInt16LE(frameBytes, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}
