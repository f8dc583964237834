import { expect, test, vi } from 'vitest';
import type { DialectName } from '../../media/ports.ts';
import { nameOfNode } from '../../src/cluster/index.ts';
import { storeCall, talkingElsewhere } from '../calls/stored-calls.ts';
import { onPostgres } from '../data/databases.ts';
import { ended, headers, hooks, started } from '../http/stored-calls.ts';
import { createFakeMedia, lineNumber, openTestApp, type TestApp } from '../http/test-app.ts';

const caller = '+15550001111';
const dialect: DialectName = 'telephony_a';

onPostgres('a control node and two media nodes', ({ place }) => {
  async function openNodes() {
    const { databaseUrl: DATABASE_URL = '' } = await place();
    const env = { DATABASE_URL, SESSION_SECRET: 'one secret for all of them' };
    const control = await openTestApp({ env: { ...env, ROLE: 'control' } });
    const media: TestApp[] = [];
    for (const name of ['one', 'two'])
      media.push(
        await openTestApp({
          env: { ...env, ROLE: 'media', MEDIA_BASE_URL: `wss://${name}.example.com` },
          media: createFakeMedia(9000 + media.length),
          signedIn: false,
        }),
      );
    return { control, one: media[0] as TestApp, two: media[1] as TestApp };
  }

  const answer = async (app: TestApp, id: string) => {
    const query = { CallUUID: id, From: caller, To: lineNumber };
    const { body } = await app.http.inject({ url: `${hooks}/telephony_a/answer`, query });
    const [, host = '', token = ''] = /wss:\/\/([\w.]+)\/media\/telephony_a\/([\w-]+)</.exec(body) ?? [];
    return { host, token, body };
  };
  const claim = (app: TestApp, token: string) => app.fake.ports().plans.claim(token, dialect);
  const live = async (app: TestApp) =>
    (await app.http.inject({ url: '/api/voice/calls/live', headers })).json().calls as {
      uuid: string;
      server: { id: string } | null;
    }[];

  /** The document of health does not wait for a slow database. */
  const listedNodes = (app: TestApp): Promise<{ id: string; role: string }[]> =>
    vi.waitFor(
      async () => {
        const { nodes } = (await app.http.inject({ url: '/health' })).json().cluster;
        expect(nodes).toHaveLength(3);
        return nodes;
      },
      { timeout: 60_000 },
    );

  test('share the calls, and exactly one runs a call whichever node the stream reaches', async () => {
    const { control, one, two } = await openNodes();
    const hosts = new Set<string>();
    for (let call = 0; call < 6; call++) {
      const { host, token } = await answer(control, `c-${call}`);
      hosts.add(host);
      const [right, wrong] = host === 'one.example.com' ? [one, two] : [two, one];
      const taker = call % 2 === 0 ? right : wrong;
      const plan = await claim(taker, token);
      expect(plan?.from).toBe(caller);
      expect([await claim(one, token), await claim(two, token)]).toEqual([undefined, undefined]);
      taker.fake.ports().log.append({ kind: 'call', callUuid: plan?.callUuid ?? '' }, started(Date.now()));
    }
    expect([...hosts].sort()).toEqual(['one.example.com', 'two.example.com']);
    await expect.poll(async () => (await live(control)).length).toBe(6);
    const media = (await listedNodes(control)).filter(({ role }) => role === 'media').map(({ id }) => id);
    for (const { server } of await live(control)) {
      expect(media).toContain(server?.id);
      expect(server).toMatchObject({ is_stale: false, seen_at: expect.any(String) });
    }
  });

  test('a live call of a server that does not report is shown as out of date', async () => {
    const { control } = await openNodes();
    const talking = await talkingElsewhere(control.database);
    await storeCall(control.database, talking);
    expect((await live(control)).map(({ server }) => server)).toEqual([
      { id: nameOfNode(talking.leaseOwner), seen_at: null, is_stale: true },
    ]);
  });

  test('the end of a call is asked of the control node, and carried out by the node that has it', async () => {
    const { control, two } = await openNodes();
    const { token } = await answer(control, 'c-1');
    const plan = await claim(two, token);
    const callUuid = plan?.callUuid ?? '';
    two.fake.ports().log.append({ kind: 'call', callUuid }, started(Date.now()));
    two.fake.live.add(callUuid);
    await expect.poll(async () => (await live(control)).length).toBe(1);
    const end = { method: 'POST', url: `/api/voice/calls/${callUuid}/end`, headers } as const;
    const { statusCode } = await control.http.inject({ ...end, payload: { reason: 'workflow_close' } });
    expect(statusCode).toBe(200);
    await expect.poll(() => two.fake.ended, { timeout: 3000 }).toEqual([{ callUuid, reason: 'operator' }]);
    two.fake.ports().log.append({ kind: 'call', callUuid }, ended('operator', Date.now()));
    await expect.poll(async () => (await live(control)).length).toBe(0);
  });

  test('a draining node and a full one get no new call', async () => {
    const { control, one, two } = await openNodes();
    void one.close({ drainMs: 0 });
    await expect.poll(async () => (await answer(control, `${Math.random()}`)).host).toBe('two.example.com');
    two.fake.full = 'rated_capacity';
    const health = async () => (await control.http.inject({ url: '/health' })).json().cluster.nodes;
    await expect
      .poll(async () => (await health()).map(({ capacity }: { capacity: number }) => capacity))
      .toEqual([0, 0]);
    expect((await answer(control, 'c-busy')).body).toContain('busy');
  });

  test('a full node passes the stream of a call on to another with room', async () => {
    const { control, one, two } = await openNodes();
    const passOn = (app: TestApp, token: string) => app.fake.ports().plans.passOn?.(token, dialect);
    const { token } = await answer(control, 'c-passed');
    expect(await passOn(one, token), 'it has room').toBeUndefined();
    expect(await passOn(one, 'unknown')).toBeUndefined();
    one.fake.full = 'rated_capacity';
    expect(await passOn(one, token)).toBe(`wss://two.example.com/media/${dialect}/${token}`);
    expect((await claim(two, token))?.from, 'its token is still unused').toBe(caller);
    two.fake.full = 'rated_capacity';
    await expect.poll(() => passOn(one, token)).toBeUndefined();
  });

  test('a media node has no API, and a control node no streams', async () => {
    const { control, one } = await openNodes();
    const status = async (app: TestApp, url: string) => (await app.http.inject({ url, headers })).statusCode;
    expect([await status(one, '/health'), await status(one, '/v1/calls')]).toEqual([200, 404]);
    expect(await status(control, '/v1/calls')).toBe(200);
    expect(() => control.fake.ports().plans).toThrow();
    const { role } = (await control.http.inject({ url: '/health' })).json().cluster;
    expect([role, (await listedNodes(control)).map((node) => node.role).sort()]).toEqual([
      'control',
      ['control', 'media', 'media'],
    ]);
  });
});
