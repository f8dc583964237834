import type { Readable } from 'node:stream';

/**
 * Content-addressed file store: each file is named by the hex SHA-256 of its bytes and stored once. Database rows
 * (`reference-store.ts`) decide which files are needed, never the store. Implemented by local folders
 * (`local-files.ts`) and S3-compatible object stores (`s3/s3-files.ts`).
 */
export interface FileStore {
  /**
   * Streams a file in and passes it to `use`; the file is discarded afterwards unless `use` called `keep`. If the
   * source throws, the file is refused or `use` throws, all leftovers are removed before this settles.
   */
  take<T>(source: FileSource, use: (file: IncomingFile) => Promise<T>): Promise<Taken<T>>;
  /**
   * Adds a finished local file, which must no longer be written to. `use` must commit a row that refers to the digest.
   * `path` is kept; the caller removes it once this has resolved and may call this again until then. A store on the
   * same disk does not copy the bytes.
   */
  adopt(path: string, use: (file: AdoptedFile) => Promise<void>): Promise<void>;
  /** Returns undefined for an unknown digest. Rejects with `FileElsewhere` for a file that only other servers have. */
  find(digest: string): Promise<StoredFile | undefined>;
  /** Removes those of the given files that no row refers to. Returns the number removed. */
  removeUnheld(digests: readonly string[]): Promise<number>;
  /** Removes all files without a row, and leftovers of dead processes. */
  sweep(signal: AbortSignal): Promise<SweepReport>;
}

export interface FileSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly maxBytes: number;
  /** Size announced by the sender, if any. */
  readonly expectedBytes?: number;
}

export type Taken<T> =
  | { readonly kind: 'taken'; readonly value: T }
  /** More than `maxBytes` arrived. */
  | { readonly kind: 'too_large' }
  /** The disk is full, or would soon be. */
  | { readonly kind: 'no_room' };

export interface AdoptedFile {
  readonly digest: string;
  readonly sizeBytes: number;
}

export interface IncomingFile extends AdoptedFile {
  /** Reads up to `length` bytes from offset `at`; fewer at the end of the file. */
  read(at: number, length: number): Promise<Uint8Array>;
  /** Stores the file durably. A row that refers to it must be committed before `use` returns. */
  keep(): Promise<void>;
}

export interface StoredFile {
  readonly digest: string;
  readonly sizeBytes: number;
  /** Runs `use` with a path that local processes can read. The path is valid until the returned promise settles. */
  withPath<T>(use: (path: string) => Promise<T>): Promise<T>;
  /** Streams bytes `start` to `end`, both included; the whole file by default. */
  stream(range?: ByteRange): Promise<Readable>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface SweepReport {
  readonly seen: number;
  readonly removed: number;
  /** Number of partial uploads and removals left by dead processes. */
  readonly abandoned: number;
}
