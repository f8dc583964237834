import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { checkBucket } from '../../src/cli/bucket-check.ts';
import type { BucketConfig, BucketFault } from '../../src/files/index.ts';
import { createBucket } from '../../src/files/s3/bucket.ts';
import { createS3Files } from '../../src/files/s3/s3-files.ts';
import { openS3Emulator, type S3Emulator } from './s3-emulator.ts';
import { ownerId, sha256 } from './store.contract.ts';

function setUp(config: BucketConfig, nowMs: () => number = Date.now) {
  const dir = mkdtempSync(join(tmpdir(), 'parley-bucket-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const held = new Set<string>();
  const open = (n: number) =>
    createS3Files({
      dir,
      bucket: createBucket(config),
      prefix: config.prefix,
      nowMs,
      owner: { id: ownerId(n), isAlive: async (id) => id === ownerId(n) },
      hasRoom: () => true,
      heldAmong: async (digests) => new Set(digests.filter((one) => held.has(one))),
    });
  const path = join(dir, 'call.wav');
  writeFileSync(path, 'sound');
  const adopt = () => open(1).adopt(path, async ({ digest }) => void held.add(digest));
  return { dir, held, open, path, adopt };
}

const once = (emulator: S3Emulator, times: number, status: number, code: string): void => {
  let left = times;
  emulator.trouble = () => (left-- > 0 ? { status, code } : undefined);
};

test.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'bucket_refused', 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'NOBODY' }, 'bucket_refused', 'InvalidAccessKeyId'],
  ['another region', { region: 'mars-1' }, 'bucket_refused', 'AuthorizationHeaderMalformed'],
  ['a missing bucket', { bucket: 'absent' }, 'bucket_missing', 'the bucket does not exist'],
  ['no server', { endpoint: 'http://127.0.0.1:9' }, 'bucket_unreachable', 'ECONNREFUSED'],
] as const)('%s is a fault that names the setting and no secret', async (_what, wrong, code, said) => {
  const emulator = await openS3Emulator();
  const config = { ...emulator.config, ...wrong };
  const fault = await setUp(config)
    .open(1)
    .take({ bytes: pieces('text'), maxBytes: 100 }, (file) => file.keep())
    .catch((error: unknown) => error);
  expect(fault).toMatchObject({ code, message: expect.stringContaining(said) });
  expect(inspect(fault, { depth: 9, showHidden: true })).not.toContain(config.secretAccessKey);
  expect(await checkBucket(config)).toEqual([
    { name: 'bucket', state: 'failed', detail: expect.stringContaining(said), advice: (fault as BucketFault).advice },
  ]);
});

test('the doctor verifies a bucket and leaves nothing in it', async () => {
  const { config, objects } = await openS3Emulator();
  expect(await checkBucket(config)).toEqual([
    { name: 'bucket', state: 'ok', detail: `calls at ${config.endpoint} accepts files` },
  ]);
  expect(objects.size).toBe(0);
  expect(await checkBucket(undefined)).toEqual([]);
});

test('a failing store is tried three times', async () => {
  const emulator = await openS3Emulator();
  const { adopt, open } = setUp(emulator.config);
  once(emulator, 2, 503, 'SlowDown');
  await adopt();
  expect((await buffer(await (await open(1).find(sha256('sound')))!.stream())).toString()).toBe('sound');
  once(emulator, 3, 500, 'InternalError');
  await expect(open(1).find(sha256('sound'))).rejects.toMatchObject({ code: 'bucket_failed' });
});

test('a slow store is aborted, and the upload stays on this machine', async () => {
  const emulator = await openS3Emulator();
  const { adopt, dir } = setUp({ ...emulator.config, idleMs: 200 });
  emulator.trouble = () => 'hang';
  await expect(adopt()).rejects.toMatchObject({ code: 'bucket_slow' });
  expect(readdirSync(dir)).toContain('call.wav');
});

test('a truncated object is an error, and its copy is not used', async () => {
  const emulator = await openS3Emulator();
  const { adopt, open, held } = setUp(emulator.config);
  emulator.cutsShort = true;
  await expect(adopt()).rejects.toMatchObject({ code: 'object_altered' });
  expect(held.size).toBe(0);
  emulator.cutsShort = false;
  await adopt();
  emulator.objects.set(`parley/files/${sha256('sound')}`, { bytes: Buffer.from('other'), modified: new Date() });
  const found = (await open(1).find(sha256('sound')))!;
  await expect(found.withPath(async () => 'read')).rejects.toMatchObject({ code: 'object_altered' });
});

test('a sweep removes leftovers of a dead process, and keeps objects of the last day', async () => {
  const emulator = await openS3Emulator();
  const day = 24 * 3_600_000;
  let nowMs = Date.now();
  const { dir, held, open, adopt } = setUp(emulator.config, () => nowMs);
  const files = open(1);
  const incoming = join(dir, 'incoming');
  // Died after its row was committed, before the object was seen again; and before its row was committed.
  writeFileSync(join(incoming, `${ownerId(3)}.${sha256('committed')}.${ownerId(9)}`), 'committed');
  writeFileSync(join(incoming, `${ownerId(3)}.${sha256('refused')}.${ownerId(9)}`), 'refused');
  writeFileSync(join(incoming, `${ownerId(3)}.part.${ownerId(9)}`), 'half');
  held.add(sha256('committed'));
  // Died between taking an object away and looking for its row.
  const object = { bytes: Buffer.from('moved'), modified: new Date() };
  emulator.objects.set(`parley/aside/${sha256('moved')}.${ownerId(8)}`, object);
  held.add(sha256('moved'));
  await adopt();
  held.delete(sha256('sound'));
  const signal = new AbortController().signal;
  expect(await files.sweep(signal)).toEqual({ seen: 2, removed: 0, abandoned: 3 });
  expect(readdirSync(incoming)).toEqual([]);
  nowMs += 2 * day;
  expect(await files.sweep(signal)).toEqual({ seen: 2, removed: 1, abandoned: 1 });
  const left = ['committed', 'moved'].map((text) => `parley/files/${sha256(text)}`);
  expect([...emulator.objects.keys()].sort()).toEqual(left.sort());
});

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
