import { expect, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
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
    return { nodes, status };
  }
  const passed = (all: readonly number[]): number => all.filter((status) => status === 200).length;

  test('let a hundred requests of a key pass together, one after the other', async () => {
    const { status } = await openNodes();
    const all: number[] = [];
    for (let index = 0; index < 110; index += 1) all.push(await status(index, 'one'));
    expect(all).toEqual([...Array<number>(100).fill(200), ...Array<number>(10).fill(429)]);
    expect(await status(0, 'two')).toBe(200);
  });

  test('and thirty at a time', async () => {
    const { status } = await openNodes();
    for (let node = 0; node < 3; node += 1) expect(await status(node, 'two')).toBe(200);
    const all: number[] = [];
    for (let round = 0; round < 5; round += 1)
      all.push(...(await Promise.all(Array.from({ length: 30 }, (_, index) => status(index, 'one')))));
    expect([...new Set(all)].sort()).toEqual([200, 429]);
    expect(passed(all)).toBe(100);
  });
});
