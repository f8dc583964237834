export { type Disk, openDisk } from './disk.ts';
export { createDiskGuard, type DiskGuard } from './guard.ts';
