import type { Readable } from 'node:stream';

/**
 * Files by what is in them: each is named by the SHA-256 of its bytes, in hex, and the same bytes are kept once. Which
 * of them are needed is decided by rows of the database (`reference-store.ts`), never by the store. Local folders
 * (`local-files.ts`) and S3-compatible object stores (`s3/s3-files.ts`) implement it.
 */
export interface FileStore {
  /**
   * Streams a file in and hands it to `use`, after which it is forgotten unless `use` has kept it. What a source that
   * throws, a file that is refused or a `use` that throws leaves behind is removed before this settles.
   */
  take<T>(source: FileSource, use: (file: IncomingFile) => Promise<T>): Promise<Taken<T>>;
  /**
   * Puts a finished file of this machine into the store; nothing may write to it any more. `use` must commit a row that
   * refers to the digest. `path` stays, and the caller removes it once this has resolved: until then it can be handed
   * over again. A store on the same disk copies nothing.
   */
  adopt(path: string, use: (file: AdoptedFile) => Promise<void>): Promise<void>;
  /** Undefined for an unknown digest. */
  find(digest: string): Promise<StoredFile | undefined>;
  /** Removes those of these that no row refers to. Returns the number of deleted entries. */
  removeUnheld(digests: readonly string[]): Promise<number>;
  /** Removes whatever no row refers to, and what dead processes have left. */
  sweep(signal: AbortSignal): Promise<SweepReport>;
}

export interface FileSource {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly maxBytes: number;
  /** As far as the sender says. */
  readonly expectedBytes?: number;
}

export type Taken<T> =
  | { readonly kind: 'taken'; readonly value: T }
  /** More than `maxBytes` came. */
  | { readonly kind: 'too_large' }
  /** The disk is full, or would soon be. */
  | { readonly kind: 'no_room' };

export interface AdoptedFile {
  readonly digest: string;
  readonly sizeBytes: number;
}

export interface IncomingFile extends AdoptedFile {
  /** Reads at most so many bytes from `at` on; fewer at the end of the file. */
  read(at: number, length: number): Promise<Uint8Array>;
  /** Puts it into the store, durably. A row that refers to it must be committed before `use` returns. */
  keep(): Promise<void>;
}

export interface StoredFile {
  readonly digest: string;
  readonly sizeBytes: number;
  /** Runs `use` with a path at which processes of this machine can read the file. The path is valid until it settles. */
  withPath<T>(use: (path: string) => Promise<T>): Promise<T>;
  /** The bytes from `start` to `end`, both included; all of them by default. */
  stream(range?: ByteRange): Promise<Readable>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface SweepReport {
  readonly seen: number;
  readonly removed: number;
  /** Parts of uploads and removals that a dead process did not finish. */
  readonly abandoned: number;
}
