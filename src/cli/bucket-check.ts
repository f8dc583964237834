import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketConfig, BucketFault, probeBucket } from '../files/index.ts';
import type { Check } from './check.ts';

/** Checks whether files can be written to the bucket, listed, read and removed. Returns no check without a bucket. */
export async function checkBucket(config: BucketConfig | undefined): Promise<Check[]> {
  if (config === undefined) return [];
  const name = 'bucket';
  const dir = await mkdtemp(join(tmpdir(), 'parley-bucket-'));
  try {
    const path = join(dir, 'probe');
    const text = `probe ${randomUUID()}`;
    await writeFile(path, text);
    const digestOf = (algorithm: string) => createHash(algorithm).update(text);
    const sha256 = digestOf('sha256').digest('hex');
    const md5 = digestOf('md5').digest('base64');
    await probeBucket(config, { path, sizeBytes: Buffer.byteLength(text), sha256, md5 });
    return [{ name, state: 'ok', detail: `${config.bucket} at ${config.endpoint} accepts files` }];
  } catch (error) {
    if (!(error instanceof BucketFault)) throw error;
    return [{ name, state: 'failed', detail: error.message, advice: error.advice }];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
