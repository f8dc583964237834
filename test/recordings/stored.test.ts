import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openS3Emulator, type S3Emulator } from '../files/s3-emulator.ts';
import { begin, get, headers, started } from '../http/stored-calls.ts';
import { openTestApp, type TestApp, temporaryFolder } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

const envOf = ({ config }: S3Emulator): Record<string, string> => ({
  S3_ENDPOINT: config.endpoint,
  S3_BUCKET: config.bucket,
  S3_REGION: config.region,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  S3_PREFIX: 'parley',
});

const spool = (app: TestApp): string[] =>
  readdirSync(join(app.dataDir, 'recordings')).filter((name) => name.endsWith('.wav'));

async function record(app: TestApp): Promise<string> {
  const { callUuid } = await begin(app);
  await app.fake.ports().recordings.write(ofCall(callUuid), 8000, new Int16Array(16_000).fill(257));
  return callUuid;
}

async function wavOf(app: TestApp, callUuid: string, range?: string) {
  const url = (await get(app, `/v1/calls/${callUuid}`)).recording_url;
  return app.http.inject({ url: `${url}&format=wav`, headers: { ...headers, ...(range && { range }) } });
}

describe.each(['local', 'bucket'] as const)('finished recordings in the file store (%s)', (driver) => {
  const open = async (emulator: S3Emulator, dataDir = temporaryFolder()) =>
    openTestApp({ dataDir, ...(driver === 'bucket' ? { env: envOf(emulator) } : {}) });

  test('stored recordings leave the spool and are served completely, in ranges and as MP3', async () => {
    const emulator = await openS3Emulator();
    const app = await open(emulator);
    const callUuid = await record(app);
    const before = await wavOf(app, callUuid);
    expect(emulator.requests, 'a recording in progress is not written to the network').toEqual([]);
    await app.fake.ports().recordings.finish(ofCall(callUuid));
    await expect.poll(() => spool(app)).toEqual([]);
    const whole = await wavOf(app, callUuid);
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'audio/wav']);
    expect(whole.rawPayload.equals(before.rawPayload)).toBe(true);
    const part = await wavOf(app, callUuid, 'bytes=40-47');
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 40-47/32044']);
    expect([...part.rawPayload]).toEqual([...whole.rawPayload.subarray(40, 48)]);
    expect((await wavOf(app, callUuid, 'bytes=-4')).rawPayload).toEqual(whole.rawPayload.subarray(-4));
    expect((await wavOf(app, callUuid, 'bytes=99999-')).statusCode).toBe(416);
    const url = (await get(app, `/v1/calls/${callUuid}`)).recording_url as string;
    const mp3 = await app.http.inject({ url, headers });
    expect([mp3.statusCode, mp3.headers['content-type']]).toEqual([200, 'audio/mpeg']);
    expect((await get(app, '/v1/calls')).calls[0]?.recording_url).toContain(callUuid);
    if (driver === 'bucket') expect([...emulator.objects.keys()]).toEqual([expect.stringMatching(/^parley\/files\//)]);
    expect(JSON.stringify(app.logged)).not.toContain(emulator.config.secretAccessKey);
  });

  test('recordings that a killed process left in the spool are stored after the next start', async () => {
    const emulator = await openS3Emulator();
    const dataDir = temporaryFolder();
    const first = await open(emulator, dataDir);
    const callUuid = await record(first);
    first.fake.ports().log.append(ofCall(callUuid), started(Date.now() - 60_000));
    await get(first, `/v1/calls/${callUuid}`);
    first.die();
    const at = new Date(Date.now() - 60_000);
    utimesSync(join(dataDir, 'recordings', `${callUuid}.wav`), at, at);
    const second = await open(emulator, dataDir);
    await expect.poll(() => spool(second)).toEqual([]);
    expect((await wavOf(second, callUuid)).rawPayload).toHaveLength(44 + 32_000);
  });
});

describe('while the object store is down', () => {
  test('recordings are served from the spool, uploads return 503, and both work when it is back', async () => {
    const emulator = await openS3Emulator();
    const app = await openTestApp({ env: envOf(emulator) });
    const callUuid = await record(app);
    emulator.trouble = () => ({ status: 503, code: 'ServiceUnavailable' });
    await app.fake.ports().recordings.finish(ofCall(callUuid));
    await expect
      .poll(() => app.logged.map(({ msg }) => msg))
      .toContain('failed to store a recording; it waits in the spool');
    expect((await wavOf(app, callUuid)).statusCode).toBe(200);
    expect(spool(app)).toEqual([`${callUuid}.wav`]);
    expect((await upload(app)).statusCode).toBe(503);
    emulator.trouble = () => undefined;
    const added = await upload(app);
    expect(added.statusCode).toBe(201);
    const file = await app.http.inject({ url: `/api/kb/documents/${added.json().uuid}/file`, headers });
    expect([file.statusCode, file.rawPayload.toString()]).toEqual([200, pdf]);
    await expect.poll(() => spool(app)).toEqual([]);
    expect((await wavOf(app, callUuid)).statusCode).toBe(200);
  });
});

const pdf = '%PDF-1.4\nnothing\n';

function upload(app: TestApp) {
  const boundary = 'xxxx';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
  return app.http.inject({
    method: 'POST',
    url: '/api/kb/documents',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${head}${pdf}\r\n--${boundary}--\r\n`,
  });
}
