/** Limits of an archive from outside. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Of all files, unpacked. */
  readonly unpackedBytes: number;
}

/** A file larger than `ratioFromBytes` may unpack to this many times its packed size. */
export const unpackedRatio = 100;
export const ratioFromBytes = 1024 * 1024;
