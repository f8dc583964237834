import { randomFillSync } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** The file system of the data. */
export interface Disk {
  freeBytes(): Promise<number>;
  /** Returns whether the ballast exists at its full size. */
  hasBallast(): Promise<boolean>;
  /** Allocates the ballast. Releases partial allocations on failure. */
  makeBallast(): Promise<void>;
  dropBallast(): Promise<void>;
}

const stepBytes = 1024 * 1024;

/** Manages a ballast of `ballastBytes` in `dataDir`; 0 for none. */
export function openDisk({ dataDir, ballastBytes }: { dataDir: string; ballastBytes: number }): Disk {
  const path = join(dataDir, 'ballast');
  const part = `${path}.${process.pid}.part`;
  return {
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    async hasBallast() {
      if (ballastBytes === 0) return true;
      const stats = await stat(path).catch(() => undefined);
      return stats?.size === ballastBytes;
    },
    async makeBallast() {
      try {
        await fill(part, ballastBytes);
        await rename(part, path);
      } finally {
        await rm(part, { force: true });
      }
    },
    dropBallast: () => rm(path, { force: true }),
  };
}

/** Random bytes, because some file systems store zeros without allocating space. */
async function fill(path: string, bytes: number): Promise<void> {
  const handle = await open(path, 'w', 0o600);
  try {
    const noise = randomFillSync(Buffer.alloc(stepBytes));
    for (let at = 0; at < bytes; at += stepBytes) await handle.write(noise, 0, Math.min(stepBytes, bytes - at), at);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
