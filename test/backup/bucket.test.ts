import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { forOrganisation, localOrganisation, openDatabase } from '../../src/data/index.ts';
import { createFileReferences, placeOf } from '../../src/files/index.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { openS3Emulator, type S3Emulator } from '../files/s3-emulator.ts';
import { temporaryFolder } from '../http/test-app.ts';

const bucketOf = ({ config }: S3Emulator): NodeJS.ProcessEnv => ({
  S3_ENDPOINT: config.endpoint,
  S3_BUCKET: config.bucket,
  S3_PREFIX: config.prefix.replace(/\/$/, ''),
  S3_REGION: config.region,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyOf = (text: string): string => `parley/files/${digestOf(text)}`;

/** A data folder whose rows refer to a document and a recording, both in a bucket. */
async function openData() {
  const dataDir = temporaryFolder();
  const emulator = await openS3Emulator();
  for (const text of ['a document', 'a recording'])
    emulator.objects.set(keyOf(text), { bytes: Buffer.from(text), modified: new Date() });
  await refer(dataDir, 'kb_document', 'a document');
  await refer(dataDir, 'call_recording', 'a recording');
  return { dataDir, emulator, env: { DATA_DIR: dataDir, ...bucketOf(emulator) } };
}

async function refer(
  dataDir: string,
  kind: 'kb_document' | 'call_recording',
  text: string,
  place: string | null = null,
) {
  const database = await openDatabase({ dataDir, migrationsDir });
  try {
    await forOrganisation(database, localOrganisation).tx((queries) =>
      createFileReferences(database, place).hold(queries, { kind, uuid: randomUUID() }, digestOf(text)),
    );
  } finally {
    await database.close();
  }
}

/** Runs a command and returns its status with what it printed. */
async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<{ status: number; text: string }> {
  let text = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  const status = await main(argv, env);
  spy.mockRestore();
  return { status, text };
}

const archive = (): string => join(temporaryFolder(), 'all.tar');

test('a backup names the bucket, its recordings and the option that includes them', async () => {
  const { env, emulator } = await openData();
  const { status, text } = await run(['backup', archive()], env);
  expect(status).toBe(0);
  expect(text).toContain(
    `2 files (1 of them recordings of calls) left out: in the bucket calls at ${emulator.config.endpoint}. Use --objects`,
  );
});

test('a backup without the settings of the bucket is written, and reported as incomplete', async () => {
  const { dataDir } = await openData();
  const { status, text } = await run(['backup', archive()], { DATA_DIR: dataDir });
  expect(status).toBe(3);
  expect(text).toContain('2 files (1 of them recordings of calls) left out: not on this server. Set the S3_ variables');
});

test('a backup with the objects restores into another bucket, and into a folder', async () => {
  const { env } = await openData();
  const path = archive();
  expect(await run(['backup', '--objects', path], env)).toMatchObject({ status: 0 });

  const other = await openS3Emulator();
  const restored = { DATA_DIR: temporaryFolder(), ...bucketOf(other) };
  expect((await run(['restore', path], restored)).status).toBe(0);
  expect([...other.objects.keys()].sort()).toEqual([keyOf('a document'), keyOf('a recording')].sort());
  expect(await run(['verify'], restored)).toMatchObject({
    status: 0,
    text: expect.stringContaining('2 of 2 files are intact'),
  });
  const local = readdirSync(join(restored.DATA_DIR, 'files'), { recursive: true, withFileTypes: true });
  expect(local.filter((entry) => entry.isFile())).toEqual([]);

  const folder = { DATA_DIR: temporaryFolder() };
  expect((await run(['restore', path], folder)).status).toBe(0);
  expect((await run(['verify'], folder)).text).toContain('2 of 2 files are intact');
});

test('a damaged object stops a backup, and verify names it and what is missing', async () => {
  const { env, emulator } = await openData();
  emulator.objects.set(keyOf('a recording'), { bytes: Buffer.from('other sound'), modified: new Date() });
  const path = archive();
  expect((await run(['backup', '--objects', path], env)).status).toBe(1);
  expect(readdirSync(dirname(path))).toEqual([]);
  emulator.objects.delete(keyOf('a document'));
  const { status, text } = await run(['verify'], env);
  expect(status).toBe(1);
  expect(text).toContain(`MISSING ${digestOf('a document')} of kb_document`);
  expect(text).toContain(`DAMAGED ${digestOf('a recording')} of call_recording`);
  expect((await run(['verify', '--quick'], env)).text).toContain('1 of 2 files are there');
});

test('verify reads local files, and counts those of another server', async () => {
  const dataDir = temporaryFolder();
  await refer(dataDir, 'kb_document', 'here');
  await refer(dataDir, 'kb_document', 'there', 'the store of another server');
  const path = placeOf(join(dataDir, 'files'), digestOf('here'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'here');
  const intact = await run(['verify'], { DATA_DIR: dataDir });
  expect(intact).toMatchObject({ status: 0, text: expect.stringContaining('1 are in the folder of another server') });
  writeFileSync(path, 'her');
  expect(await run(['verify'], { DATA_DIR: dataDir })).toMatchObject({
    status: 1,
    text: expect.stringContaining('DAMAGED'),
  });
});
