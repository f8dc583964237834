import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const shared = '/dev/shm';
const leastFreeBytes = 4 * 2 ** 30;
const leastMemoryBytes = 8 * 2 ** 30;

/**
 * Creates a temporary folder in memory, since tests create and drop hundreds of databases and would wait for a disk.
 * Undefined if memory is short, no such file system is mounted, or it does not allow executables.
 * @returns {{ readonly path: string, remove(): void } | undefined}
 */
export function openMemoryFolder() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1]
      ?.split(',') ?? ['ro'];
    const { bavail, bsize } = statfsSync(shared);
    if (mount.includes('noexec') || mount.includes('ro') || bavail * bsize < leastFreeBytes) return undefined;
    if (process.availableMemory() < leastMemoryBytes) return undefined;
    const path = mkdtempSync(join(shared, 'parley-tests-'));
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
  } catch {
    return undefined;
  }
}
