import { expect, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
import { onServer } from '../data/postgres-server.ts';
import { apiKey, fakeAuthenticator } from './fake-authenticator.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const key = (uuid: string) => ({ ...apiKey(['voice:calls:read']), credentialUuid: uuid });

const url = '/api/voice/speakers';

onPostgres('three nodes on one PostgreSQL database', ({ place }) => {
  async function openNodes(env: Readonly<Record<string, string>> = {}) {
    const { databaseUrl = '' } = await place();
    const authenticator = fakeAuthenticator({ one: key('one'), two: key('two') });
    const nodes: TestApp[] = [];
    for (let node = 0; node < 3; node += 1)
      nodes.push(
        await openTestApp({ env: { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '100', ...env }, authenticator }),
      );
    const status = async (index: number, bearer: string): Promise<number> => {
      const { http } = nodes[index % 3] as TestApp;
      return (await http.inject({ url, headers: { authorization: `Bearer ${bearer}` } })).statusCode;
    };
    return { nodes, status, databaseUrl };
  }
  const passed = (all: readonly number[]): number => all.filter((status) => status === 200).length;

  test('three nodes allow a hundred requests of one key, sent one after the other', async () => {
    const { status } = await openNodes();
    const all: number[] = [];
    for (let index = 0; index < 110; index += 1) all.push(await status(index, 'one'));
    expect(all).toEqual([...Array<number>(100).fill(200), ...Array<number>(10).fill(429)]);
    expect(await status(0, 'two')).toBe(200);
  });

  test('three nodes allow a hundred requests of one key, sent thirty at a time', async () => {
    const { status } = await openNodes();
    for (let node = 0; node < 3; node += 1) expect(await status(node, 'two')).toBe(200);
    const all: number[] = [];
    for (let round = 0; round < 5; round += 1)
      all.push(...(await Promise.all(Array.from({ length: 30 }, (_, index) => status(index, 'one')))));
    expect([...new Set(all)].sort()).toEqual([200, 429]);
    expect(passed(all)).toBe(100);
  });

  test('three nodes use their own counts while the database is away, and common ones afterwards', async () => {
    const { nodes, status, databaseUrl } = await openNodes();
    for (let index = 0; index < 60; index += 1) expect(await status(index, 'one')).toBe(200);
    const name = new URL(databaseUrl).pathname.slice(1);
    await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    try {
      // Twenty of this node's own requests went before. Those that the limit allows fail for want of the database.
      const all: number[] = [];
      for (let index = 0; index < 85; index += 1) all.push(await status(0, 'one'));
      expect(all.map((one) => one === 429)).toEqual([
        ...Array<boolean>(80).fill(false),
        ...Array<boolean>(5).fill(true),
      ]);
    } finally {
      await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    }
    const heard = (message: string) => (nodes[0] as TestApp).logged.filter(({ msg }) => String(msg).includes(message));
    expect(heard('counting on this node only')).toHaveLength(1);
    const asked = async (): Promise<number> => {
      await status(0, 'two');
      return heard('counters are available again').length;
    };
    await expect.poll(asked, { timeout: 60_000 }).toBe(1);
  });
});
