import { type FileHandle, open } from 'node:fs/promises';
import type { SoundBlock } from './block.ts';
import { ffmpegBlocks, type SoundContainer } from './ffmpeg-blocks.ts';
import { firstMpegFrame } from './mpeg-frames.ts';
import { oggCodecOf, streamBlocks } from './stream-blocks.ts';
import { unsupportedSound } from './unsupported.ts';
import { wavBlocks } from './wav-blocks.ts';

export interface OpenSoundOptions {
  /** Path of ffmpeg, for files that the built-in decoders cannot read; not used by default. */
  readonly ffmpeg?: string | undefined;
}

/** The detector reads as much: frames of MP3 may begin behind other bytes. */
const headBytes = 16 * 1024;

/**
 * Streams a sound file whose type is detected from its first bytes: WAV, MP3, FLAC, Ogg (Opus, Vorbis, FLAC), MP4 and
 * WebM; with ffmpeg also AIFF, AU, CAF, AMR, AAC, WMA and other codecs in these containers. Throws `audio_unreadable` if
 * nothing can be decoded. After a later error the stream ends early.
 */
export async function* openSound(path: string, { ffmpeg }: OpenSoundOptions = {}): AsyncGenerator<SoundBlock> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    const kind = containerOf(head.subarray(0, bytesRead));
    const ownDecoder = (): AsyncGenerator<SoundBlock> => blocksOf({ path, file, head, kind });
    // For AAC ffmpeg is preferred; without it an optional package is needed.
    const [first, second] = kind === 'mp4' && ffmpeg !== undefined ? [undefined, ownDecoder] : [ownDecoder, undefined];
    const foreign = ffmpeg === undefined ? undefined : () => ffmpegBlocks(ffmpeg, path, kind);
    yield* eitherOf(first ?? foreign ?? ownDecoder, second ?? foreign);
  } finally {
    await file.close();
  }
}

type Attempt = () => AsyncGenerator<SoundBlock>;

/** Uses the second decoder if the first produced nothing. */
async function* eitherOf(first: Attempt, second: Attempt | undefined): AsyncGenerator<SoundBlock> {
  let blocks = 0;
  try {
    for await (const block of first()) {
      blocks += 1;
      yield block;
    }
  } catch (error) {
    // A truncated file yields its audio up to that point.
    if (blocks > 0) return;
    if (second === undefined) throw error;
  }
  if (blocks === 0 && second !== undefined) yield* second();
}

interface OpenedFile {
  readonly path: string;
  readonly file: FileHandle;
  readonly head: Buffer;
  readonly kind: SoundContainer;
}

function blocksOf({ path, file, head, kind }: OpenedFile): AsyncGenerator<SoundBlock> {
  switch (kind) {
    case 'wav':
      return wavBlocks(file);
    case 'mp3':
    case 'flac':
      return streamBlocks(file, kind);
    case 'ogg':
      return streamBlocks(file, oggCodecOf(head));
    case 'mp4':
    case 'webm':
      return containedBlocks(path);
    default:
      return unsupported(kind);
  }
}

/** Formats that only ffmpeg decodes. */
// biome-ignore lint/correctness/useYield: it throws when it is read, as a decoder does.
async function* unsupported(kind: SoundContainer): AsyncGenerator<SoundBlock> {
  throw unsupportedSound(`the format ${kind.toUpperCase()} is not supported`);
}

/** The container library is loaded on demand, since loading takes a tenth of a second. */
async function* containedBlocks(path: string): AsyncGenerator<SoundBlock> {
  const { containerBlocks } = await import('./container-blocks.ts');
  yield* containerBlocks(path);
}

function containerOf(head: Buffer): SoundContainer {
  const begins = (text: string, at = 0): boolean => head.toString('latin1', at, at + text.length) === text;
  if ((begins('RIFF') || begins('RF64')) && begins('WAVE', 8)) return 'wav';
  if (begins('fLaC')) return 'flac';
  if (begins('OggS')) return 'ogg';
  if (begins('\x1a\x45\xdf\xa3')) return 'webm';
  if (begins('ftyp', 4)) return 'mp4';
  if (begins('FORM') && begins('AIF', 8)) return 'aiff';
  if (begins('.snd')) return 'au';
  if (begins('caff')) return 'caf';
  if (begins('#!AMR')) return 'amr';
  if (begins('\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return 'asf';
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return 'aac';
  if (begins('ID3') || firstMpegFrame(head) >= 0 || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0))
    return 'mp3';
  throw unsupportedSound('the sound file has an unsupported format');
}
