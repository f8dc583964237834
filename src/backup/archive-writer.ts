import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { BackupFault } from './backup-fault.ts';
import type { Manifest } from './format.ts';

export interface ArchiveWriter {
  readonly entries: Manifest['entries'];
  put(name: string, content: Uint8Array): Promise<void>;
  /** Writes as many bytes as the file has when it is opened. */
  putFile(name: string, path: string): Promise<void>;
  /** Writes `bytes` bytes of a stream. Throws `file_truncated` if it has another length. */
  putStream(name: string, bytes: number, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Gives the finished file its name. */
  finish(): Promise<void>;
  /** Removes an unfinished file. Idempotent. */
  abandon(): Promise<void>;
}

const pieceBytes = 1024 * 1024;

/** Writes beside `path` and renames at the end, so that `path` is never a partial backup. */
export async function openArchiveWriter(path: string): Promise<ArchiveWriter> {
  const part = `${path}.${process.pid}.part`;
  const tar = pack();
  const out = await open(part, 'wx', 0o600);
  const writing = pipeline(tar, out.createWriteStream());
  // Prevents an unhandled rejection; the next write receives the error.
  writing.catch(() => {});
  const entries: Manifest['entries'] = {};

  async function add(name: string, bytes: number, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    const hash = createHash('sha256');
    let ended: (error?: Error | null) => void = () => {};
    const done = new Promise<void>((resolve, reject) => {
      ended = (error) => (error ? reject(error) : resolve());
    });
    const entry = tar.entry({ name, size: bytes, mode: 0o600, mtime: new Date(0) }, ended);
    const written = Promise.race([done, writing]);
    written.catch(() => {});
    for await (const piece of pieces) {
      hash.update(piece);
      if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), writing]);
    }
    entry.end();
    await written;
    entries[name] = { bytes, sha256: hash.digest('hex') };
  }

  return {
    entries,
    put: (name, content) => add(name, content.byteLength, [content]),
    putStream: (name, bytes, pieces) => add(name, bytes, exactly(bytes, pieces)),
    async putFile(name, file) {
      const handle = await open(file);
      try {
        const { size } = await handle.stat();
        await add(name, size, piecesOf(handle, size));
      } finally {
        await handle.close();
      }
    },
    async finish() {
      tar.finalize();
      await writing;
      await sync(part);
      // A link, unlike a rename, never replaces a file created in the meantime.
      await link(part, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw new BackupFault('out_unusable', `The file ${path} already exists.`);
        await rename(part, path);
      });
      await rm(part, { force: true });
      await sync(dirname(path));
    },
    async abandon() {
      tar.destroy();
      await writing.catch(() => {});
      await rm(part, { force: true });
    },
  };
}

type Handle = Awaited<ReturnType<typeof open>>;

async function* piecesOf(handle: Handle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - at));
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new BackupFault('file_truncated', 'A file became shorter while it was read.');
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function* exactly(bytes: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of pieces) {
    left -= piece.byteLength;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new BackupFault('file_truncated', 'An object has another length than the store says.');
}

async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
