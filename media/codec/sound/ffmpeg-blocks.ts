import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MediaFault } from '../../line/fault.ts';
import { decodeL16 } from '../l16.ts';
import type { SoundBlock } from './block.ts';

const rateHz = 16_000;

/** ffmpeg demuxers for the permitted file types. With others, such as playlists, ffmpeg might fetch remote files. */
const demuxers = { wav: 'wav', mp3: 'mp3', flac: 'flac', ogg: 'ogg', mp4: 'mov', webm: 'matroska' } as const;

export type SoundContainer = keyof typeof demuxers;

/** Decodes a file with the program at `ffmpeg`. Throws `audio_unreadable` with its last error, without the path. */
export async function* ffmpegBlocks(ffmpeg: string, path: string, kind: SoundContainer): AsyncGenerator<SoundBlock> {
  const quiet = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-threads', '1'];
  const input = ['-f', demuxers[kind], '-i', `file:${path}`, '-map', '0:a:0', '-vn', '-sn', '-dn'];
  const output = ['-ac', '1', '-ar', String(rateHz), '-f', 's16le', 'pipe:1'];
  const child = spawn(ffmpeg, [...quiet, ...input, ...output], { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  const kill = (): void => void child.kill('SIGKILL');
  // A process without output would not notice that its reader has gone.
  process.once('exit', kill);
  const ended = Promise.race([once(child, 'close'), once(child, 'error')]);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-8000);
  });
  try {
    let odd = Buffer.alloc(0);
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([odd, chunk]);
      const even = bytes.length - (bytes.length % 2);
      odd = bytes.subarray(even);
      // ffmpeg does not report progress.
      if (even > 0) yield { channels: [decodeL16(bytes.subarray(0, even))], rateHz, fraction: 0 };
    }
    const [code] = (await ended) as [number | Error];
    if (code !== 0)
      throw new MediaFault('audio_unreadable', `ffmpeg could not decode it: ${lastError(said, path) || String(code)}`);
  } finally {
    process.off('exit', kill);
    kill();
  }
}

/** Returns the last line of ffmpeg's errors. Users read it, so the path of the file on this machine is left out. */
const lastError = (errors: string, path: string): string =>
  errors.trim().split('\n').at(-1)?.replaceAll(`file:${path}`, 'the file').replaceAll(path, 'the file').slice(0, 300) ??
  '';
