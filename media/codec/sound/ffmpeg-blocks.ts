import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MediaFault } from '../../line/fault.ts';
import { decodeL16 } from '../l16.ts';
import { parseFormat } from '../wav.ts';
import { channelsOf, type SoundBlock } from './block.ts';

const rateHz = 16_000;

/** ffmpeg demuxers for the permitted file types. With others, such as playlists, ffmpeg might fetch remote files. */
const demuxers = {
  wav: 'wav',
  mp3: 'mp3',
  flac: 'flac',
  ogg: 'ogg',
  mp4: 'mov',
  webm: 'matroska',
  aiff: 'aiff',
  au: 'au',
  caf: 'caf',
  amr: 'amr',
  aac: 'aac',
  asf: 'asf',
} as const;

export type SoundContainer = keyof typeof demuxers;

/** Bytes of the header that ffmpeg writes before the samples: at most RIFF, an extensible format and `data`. */
const maxHeaderBytes = 256;

/** Decodes a file with the program at `ffmpeg`. Throws `audio_unreadable` with its last error, without the path. */
export async function* ffmpegBlocks(ffmpeg: string, path: string, kind: SoundContainer): AsyncGenerator<SoundBlock> {
  const quiet = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-threads', '1'];
  const input = ['-f', demuxers[kind], '-i', `file:${path}`, '-map', '0:a:0', '-vn', '-sn', '-dn'];
  const output = [
    '-ar',
    String(rateHz),
    '-c:a',
    'pcm_s16le',
    '-bitexact',
    '-map_metadata',
    '-1',
    '-f',
    'wav',
    'pipe:1',
  ];
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
    let rest = Buffer.alloc(0);
    let count: number | undefined;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, chunk]);
      if (count === undefined) {
        const samplesAt = rest.indexOf('data') + 8;
        if (samplesAt < 8 || samplesAt > rest.length) {
          if (rest.length > maxHeaderBytes) throw new MediaFault('audio_unreadable', 'ffmpeg did not write WAV');
          continue;
        }
        count = parseFormat(rest.subarray(rest.indexOf('fmt ') + 8)).channels;
        rest = rest.subarray(samplesAt);
      }
      const whole = rest.length - (rest.length % (2 * count));
      const samples = decodeL16(rest.subarray(0, whole));
      rest = rest.subarray(whole);
      // ffmpeg does not report progress.
      if (whole > 0) yield { channels: channelsOf(samples, count), rateHz, fraction: 0 };
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
