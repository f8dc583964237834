import { expect, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
import { testModelsDir } from '../models.ts';
import { startProcess } from '../secrets/server-process.ts';
import { temporaryFolder } from './test-app.ts';

const perMinute = 30;
const email = 'ada@example.com';
const password = 'correct horse battery';

interface Asked {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
  readonly json: any;
}

onPostgres('three server processes on one PostgreSQL database', ({ place }) => {
  async function openNodes() {
    const { databaseUrl = '' } = await place();
    const env = () => ({
      DATABASE_URL: databaseUrl,
      DATA_DIR: temporaryFolder(),
      MODELS_DIR: testModelsDir,
      PORT: '0',
      MEDIA_PORT: '0',
      SESSION_SECRET: 'one secret for all of them',
      RATE_LIMIT_PER_MINUTE: String(perMinute),
      DISK_BALLAST_MB: '0',
      ADMISSION: 'off',
      LOG_LEVEL: 'error',
    });
    // The first one makes the tables, so that what is measured is not three migrations that wait for each other.
    const first = await startProcess(env(), 'control plane');
    const nodes = [
      first,
      ...(await Promise.all([startProcess(env(), 'control plane'), startProcess(env(), 'control plane')])),
    ];
    return async (node: number, method: string, path: string, bearer?: string, body?: object): Promise<Asked> => {
      const response = await fetch(`${nodes[node % 3]?.address}/api/${path}`, {
        method,
        headers: {
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
    };
  }

  test('three processes count requests and login failures together, and reject an ended session at once', async () => {
    const ask = await openNodes();
    const everywhere = (path: string, bearer: string) =>
      Promise.all([0, 1, 2].map(async (node) => (await ask(node, 'GET', path, bearer)).status));
    const { json: owner } = await ask(0, 'POST', 'auth/register', undefined, { email, password });
    const key = async (): Promise<{ uuid: string; key: string }> =>
      (await ask(1, 'POST', 'auth/api-keys', owner.token, { name: 'k', scopes: ['voice:calls:read'] })).json;

    const counted = await key();
    const asked = Array.from({ length: perMinute + 6 }, (_, node) => ask(node, 'GET', 'voice/speakers', counted.key));
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(perMinute).fill(200), ...Array(6).fill(429)]);
    expect(await everywhere('voice/speakers', counted.key)).toEqual([429, 429, 429]);

    const guesses: number[] = [];
    for (let node = 0; node < 13; node += 1)
      guesses.push((await ask(node, 'POST', 'auth/login', undefined, { email: 'eve@example.com', password })).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429, 429]);

    const revoked = await key();
    expect(await everywhere('voice/speakers', revoked.key)).toEqual([200, 200, 200]);
    expect((await ask(2, 'DELETE', `auth/api-keys/${revoked.uuid}`, owner.token)).status).toBe(204);
    expect(await everywhere('voice/speakers', revoked.key)).toEqual([401, 401, 401]);

    const { json: session } = await ask(1, 'POST', 'auth/login', undefined, { email, password });
    expect(await everywhere('auth/me', session.token)).toEqual([200, 200, 200]);
    expect((await ask(0, 'POST', 'auth/logout', session.token)).status).toBe(204);
    expect(await everywhere('auth/me', session.token)).toEqual([401, 401, 401]);
    expect(await everywhere('auth/me', owner.token)).toEqual([200, 200, 200]);
  });
});
