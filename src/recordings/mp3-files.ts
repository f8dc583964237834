import { existsSync } from 'node:fs';
import { open, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { limitFolder } from '../files/index.ts';
import { createSlots } from '../slots.ts';
import { runWatched } from '../watched-process/index.ts';

export type Mp3 =
  | { readonly kind: 'file'; readonly name: string }
  /** Too many MP3s are being encoded. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly detail: string };

/** A WAV, identified by the name of its MP3. */
export interface WavSource {
  readonly name: string;
  /**
   * Set for a WAV whose content never changes under this name. Otherwise the WAV is the file of this name beside the
   * MP3s.
   */
  readonly withPath?: <T>(use: (path: string) => Promise<T>) => Promise<T>;
}

/** MP3s of recordings, encoded on first request and cached. */
export interface Mp3Files {
  /** The WAV must exist. For a call in progress, the MP3 contains the audio recorded before it was encoded. */
  get(wav: WavSource): Promise<Mp3>;
  /** Aborts encoding. */
  close(): void;
}

export interface Mp3FilesOptions {
  /** Folder for MP3s. */
  readonly dir: string;
  /** Total size limit; the oldest are removed first. */
  readonly maxBytes?: number;
  /** Encoder module; the built-in one by default. */
  readonly child?: URL;
  readonly limits?: Partial<Mp3Limits>;
}

export interface Mp3Limits {
  /** Maximum encoded at once and maximum waiting. */
  readonly atOnce: number;
  readonly waiting: number;
  /** A child without a message for this long is killed. */
  readonly stallMs: number;
  /** A larger child is killed. Normal use is about 65 MiB, regardless of the recording's length. */
  readonly memoryBytes: number;
}

const defaults: Mp3Limits = { atOnce: 1, waiting: 8, stallMs: 30_000, memoryBytes: 256 * 1024 * 1024 };

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.datasync().finally(() => file.close());
}

const ourChild = new URL('./mp3-child.js', import.meta.url);

export function createMp3Files(options: Mp3FilesOptions): Mp3Files {
  const { dir, child = ourChild, maxBytes = 2 ** 30 } = options;
  const limits = { ...defaults, ...options.limits };
  const making = new Map<string, Promise<Mp3>>();
  const closing = new AbortController();
  const slots = createSlots(limits);

  /** Whole milliseconds, which every file system stores. */
  const timeOf = async (name: string): Promise<number> => Math.round((await stat(join(dir, name))).mtimeMs);

  /** An MP3 has the modification time of its WAV, which may have been replaced during encoding. */
  async function isFresh({ name, withPath }: WavSource): Promise<boolean> {
    if (withPath !== undefined) return existsSync(join(dir, `${name}.mp3`));
    const times = await Promise.all([timeOf(`${name}.wav`), timeOf(`${name}.mp3`)]).catch(() => undefined);
    return times !== undefined && times[1] >= times[0];
  }

  async function make({ name: wavName, withPath }: WavSource): Promise<Mp3> {
    const name = `${wavName}.mp3`;
    const besides = join(dir, `${wavName}.wav`);
    const part = join(dir, `${name}.${process.pid}.part`);
    const leave = await slots.enter();
    if (leave === undefined) return { kind: 'busy' };
    try {
      const madeOf = withPath === undefined ? new Date(await timeOf(`${wavName}.wav`)) : new Date();
      const encodeFrom = (path: string) => encode(child, [path, part], limits, closing.signal);
      const wrong = await (withPath === undefined ? encodeFrom(besides) : withPath(encodeFrom));
      if (wrong !== undefined) return { kind: 'failed', detail: wrong };
      await synced(part);
      await utimes(part, madeOf, madeOf);
      await limitFolder(dir, maxBytes, (file) => file.endsWith('.mp3'));
      await rename(part, join(dir, name));
      return { kind: 'file', name };
    } catch (error) {
      const { syscall, code, message = String(error) } = error as NodeJS.ErrnoException;
      return { kind: 'failed', detail: syscall === undefined ? message : String(code) };
    } finally {
      leave();
      await rm(part, { force: true });
    }
  }

  return {
    async get(wav) {
      const { name } = wav;
      if (await isFresh(wav)) return { kind: 'file', name: `${name}.mp3` };
      const inProgress = making.get(name);
      if (inProgress !== undefined) return inProgress;
      const mp3 = make(wav).finally(() => making.delete(name));
      making.set(name, mp3);
      return mp3;
    },
    close: () => closing.abort(),
  };
}

/** Returns an error message, or undefined on success. */
async function encode(
  module: URL,
  args: readonly [wavPath: string, mp3Path: string],
  { stallMs, memoryBytes }: Mp3Limits,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [wavPath, mp3Path] = args;
  const end = await runWatched({
    module,
    args,
    heapMebibytes: 96,
    stallMs,
    memoryBytes,
    signal,
    onMessage: () => {},
    confinement: { reads: [wavPath], writes: [mp3Path] },
  });
  switch (end.kind) {
    case 'done':
      return undefined;
    case 'stalled':
      return `the encoder produced no output for ${stallMs} ms`;
    case 'too_large':
      return `the encoder used more than ${memoryBytes} bytes of memory`;
    case 'failed':
      return end.detail;
    default:
      return 'the server is closing';
  }
}
