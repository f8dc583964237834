import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
import { begin, get, headers } from '../http/stored-calls.ts';
import { openTestApp, temporaryFolder } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

const secrets = { SESSION_SECRET: 's'.repeat(32), SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };

onPostgres('servers that have their files for themselves', ({ place }) => {
  test('answer 503 with advice for the recording of another server, and 404 for a call without one', async () => {
    const { databaseUrl = '' } = await place();
    const env = { ...secrets, DATABASE_URL: databaseUrl };
    const first = await openTestApp({ env, dataDir: temporaryFolder() });
    const second = await openTestApp({ env, dataDir: temporaryFolder(), signedIn: false });
    const { callUuid } = await begin(first);
    const { recordings } = first.fake.ports();
    await recordings.write(ofCall(callUuid), 8000, new Int16Array(16_000).fill(257));
    await recordings.finish(ofCall(callUuid));
    const spooled = () => readdirSync(join(first.dataDir, 'recordings')).filter((name) => name.endsWith('.wav'));
    await expect.poll(spooled).toEqual([]);
    const url = (await get(first, `/v1/calls/${callUuid}`)).recording_url as string;
    const ask = (app: typeof first, format: string) => app.http.inject({ url: `${url}&format=${format}`, headers });
    expect((await ask(first, 'wav')).statusCode).toBe(200);
    for (const format of ['wav', 'mp3']) {
      const { statusCode, body } = await ask(second, format);
      expect([format, statusCode, JSON.parse(body).detail]).toEqual([
        format,
        503,
        expect.stringContaining('The file is on another server of this installation.'),
      ]);
    }
    const { callUuid: silent } = await begin(first, 'c-2');
    expect((await get(first, `/v1/calls/${silent}`)).recording_url).toBeNull();
  });
});
