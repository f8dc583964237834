/**
 * Child process that encodes a WAV file as MP3 in pieces with LAME (LGPL), so that encoding never delays a call.
 * Arguments: the WAV file, the output file. Sends signs of life to its parent.
 */
import { open } from 'node:fs/promises';
import { yieldToOthers } from '../../media/kit/yield-to-others.ts';

const wavHeaderBytes = 44;
const pieceFrames = 16_384;
/** Kilobits per second; sufficient for telephone speech. */
const bitrateOf = (rateHz: number): 48 | 64 => (rateHz > 8000 ? 64 : 48);

async function encode(wavPath: string, mp3Path: string): Promise<void> {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const wav = await open(wavPath);
  const mp3 = await open(mp3Path, 'w', 0o600);
  try {
    const header = Buffer.alloc(wavHeaderBytes);
    await wav.read(header, 0, wavHeaderBytes, 0);
    const rateHz = header.readUInt32LE(24) as 8000 | 16_000 | 24_000;
    const endByte = wavHeaderBytes + header.readUInt32LE(40);
    const encoder = await createMp3Encoder();
    encoder.configure({ sampleRate: rateHz, channels: 2, outputSampleRate: rateHz, bitrate: bitrateOf(rateHz) });

    const bytes = Buffer.alloc(pieceFrames * 4);
    const tracks = [new Float32Array(pieceFrames), new Float32Array(pieceFrames)] as const;
    for (let at = wavHeaderBytes; at < endByte; ) {
      const { bytesRead } = await wav.read(bytes, 0, Math.min(bytes.length, endByte - at), at);
      const frames = Math.floor(bytesRead / 4);
      if (frames === 0) break;
      for (let i = 0; i < frames; i++) {
        tracks[0][i] = bytes.readInt16LE(i * 4) / 32_768;
        tracks[1][i] = bytes.readInt16LE(i * 4 + 2) / 32_768;
      }
      // The encoder returns a view of its memory that is valid only until the next call.
      await mp3.writeFile(
        encoder.encode(tracks.map((track) => track.subarray(0, frames)) as [Float32Array, Float32Array]),
      );
      at += frames * 4;
      process.send?.('alive');
    }
    // Its parent syncs the file: newer versions of Node forbid that to a confined process.
    await mp3.writeFile(encoder.finalize());
  } finally {
    await mp3.close();
    await wav.close();
  }
}

const [wavPath, mp3Path] = process.argv.slice(2);
yieldToOthers();
process.on('disconnect', () => process.exit(1));
encode(wavPath as string, mp3Path as string).then(
  () => process.exit(0),
  (error: unknown) => {
    // A file system error's message contains the path.
    const { syscall, code, message = String(error) } = error as NodeJS.ErrnoException;
    process.stderr.write(syscall === undefined ? message : String(code));
    process.exit(1);
  },
);
