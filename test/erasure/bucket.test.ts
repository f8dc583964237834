import { expect, test } from 'vitest';
import { mono } from '../call-analysis/analysis-app.ts';
import { openS3Emulator } from '../files/s3-emulator.ts';
import { migratedFolder } from '../http/test-app.ts';
import { done, found, openErasing, person, send, talked } from './person.ts';

test('an erasure names an object store that is away, and removes its objects when it returns', async () => {
  const emulator = await openS3Emulator();
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = emulator.config;
  const app = await openErasing(
    { dataDir: migratedFolder() },
    {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_PREFIX: 'parley',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  );
  await talked(app);
  await send(app, '/api/uploads', mono, { customer_phone: person.phone, customer_name: person.name });
  await expect.poll(() => emulator.objects.size).toBe(2);
  await expect
    .poll(async () => (await app.ask('GET', '/api/calls')).body.calls.map(({ status }: { status: string }) => status))
    .toEqual(['completed', 'completed']);
  emulator.trouble = () => ({ status: 503, code: 'SlowDown' });
  const { body } = await app.ask('POST', '/api/voice/erasures', { phone: person.phone });
  const get = async () => (await app.ask('GET', `/api/voice/erasures/${body.uuid}`)).body;
  await expect.poll(get).toMatchObject({ status: 'pending', waiting: [{ what: 'file_store', count: 2 }] });
  expect(emulator.objects.size).toBe(2);
  emulator.trouble = () => undefined;
  expect(await done(app, body.uuid)).toMatchObject({ removed: { calls: 1, uploads: 1, recordings: 2 } });
  expect([...emulator.objects.keys()]).toEqual([]);
  expect(await found(app, undefined)).toEqual([]);
});
