import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { createLocalFiles, type LocalFilesOptions } from './local-files.ts';
import { type Bucket, type BucketOptions, createBucket } from './s3/bucket.ts';
import { createS3Files } from './s3/s3-files.ts';

export interface BucketConfig extends BucketOptions {
  /** Prefix of every key; empty, or ends with a slash. */
  readonly prefix: string;
}

export interface OpenFilesOptions extends Pick<LocalFilesOptions, 'hasRoom' | 'heldAmong' | 'isElsewhere' | 'owner'> {
  readonly dataDir: string;
  /** If absent, files are stored in `dataDir`. */
  readonly bucket?: BucketConfig | undefined;
  readonly nowMs: () => number;
}

/** Opens the configured store. `nowMs` is wall-clock time. */
export function openFileStore({ dataDir, bucket, nowMs, ...rest }: OpenFilesOptions): FileStore {
  const dir = join(dataDir, 'files');
  if (bucket === undefined) return createLocalFiles({ ...rest, dir });
  return createS3Files({ ...rest, dir, bucket: createBucket(bucket), prefix: bucket.prefix, nowMs });
}

/** Files of a bucket by their digest, for commands that run beside the servers. Every method rejects with a `BucketFault`. */
export interface BucketFiles extends Pick<Bucket, 'sizeOf' | 'read'> {
  /** The bucket and its endpoint, for messages. */
  readonly name: string;
  put(upload: Parameters<Bucket['put']>[1]): Promise<void>;
}

export function openBucketFiles(config: BucketConfig): BucketFiles {
  const bucket = createBucket(config);
  const keyOf = (digest: string): string => `${config.prefix}files/${digest}`;
  return {
    name: `${config.bucket} at ${config.endpoint}`,
    sizeOf: (digest) => bucket.sizeOf(keyOf(digest)),
    read: (digest) => bucket.read(keyOf(digest)),
    put: (upload) => bucket.put(keyOf(upload.sha256), upload),
  };
}

/** Writes, reads and removes an object. Rejects with a `BucketFault` if any step fails. */
export async function probeBucket(config: BucketConfig, probe: Parameters<Bucket['put']>[1]): Promise<void> {
  const bucket = createBucket(config);
  const key = `${config.prefix}probe/${probe.sha256}`;
  await bucket.put(key, probe);
  for await (const page of bucket.list(`${config.prefix}probe/`)) if (page.length > 0) break;
  (await bucket.read(key))?.resume();
  await bucket.remove(key);
}
