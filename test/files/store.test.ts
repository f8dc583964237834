import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { hasSeaweed, openSeaweed } from '../../bench/trials/seaweed.ts';
import { createLocalFiles } from '../../src/files/local-files.ts';
import { createBucket } from '../../src/files/s3/bucket.ts';
import { createS3Files } from '../../src/files/s3/s3-files.ts';
import { openS3Emulator, type S3Emulator } from './s3-emulator.ts';
import { describeStore } from './store.contract.ts';

describeStore('local folders', async ({ dir, ...inputs }) => createLocalFiles({ dir: join(dir, 'files'), ...inputs }));

/** Every process of one test has the same bucket, and a machine of its own. */
const emulators = new Map<string, S3Emulator>();
describeStore('an object store', async ({ dir, ...inputs }) => {
  const emulator = emulators.get(dir) ?? (await openS3Emulator());
  emulators.set(dir, emulator);
  const bucket = createBucket(emulator.config);
  const own = join(dir, inputs.owner.id);
  return createS3Files({ ...inputs, dir: own, bucket, prefix: emulator.config.prefix, nowMs: Date.now });
});

describe.skipIf(!hasSeaweed)('with SeaweedFS (needs `weed` on the PATH)', () => {
  let dir = '';
  let server: Awaited<ReturnType<typeof openSeaweed>>;
  const prefixes = new Map<string, string>();
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'parley-weed-'));
    server = await openSeaweed(dir);
  }, 60_000);
  afterAll(() => {
    server.close();
    rmSync(dir, { recursive: true, force: true });
  });
  describeStore('an object store of SeaweedFS', async ({ dir: home, ...inputs }) => {
    const prefix = prefixes.get(home) ?? `${randomUUID()}/`;
    prefixes.set(home, prefix);
    const bucket = createBucket(server.config);
    return createS3Files({ ...inputs, dir: join(home, inputs.owner.id), bucket, prefix, nowMs: Date.now });
  });
});
