import { expect, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
import { begin, headers, started } from '../http/stored-calls.ts';
import { createFakeMedia, openTestApp, type TestApp } from '../http/test-app.ts';

onPostgres('three nodes on one PostgreSQL database', ({ place }) => {
  test('a node ends a call of another node at once, not at its next poll', async () => {
    const { databaseUrl = '' } = await place();
    const nodes: TestApp[] = [];
    const env = { DATABASE_URL: databaseUrl, SESSION_SECRET: 's'.repeat(32) };
    for (let node = 0; node < 3; node += 1) nodes.push(await openTestApp({ env, media: createFakeMedia(9000 + node) }));
    const [owner, second, third] = nodes as [TestApp, TestApp, TestApp];
    const plan = await begin(owner);
    owner.fake.ports().log.append(plan, started(Date.now()));
    owner.fake.live.add(plan.callUuid);
    const askedMs = performance.now();
    const end = { method: 'POST', url: `/api/voice/calls/${plan.callUuid}/end`, headers } as const;
    const answer = await second.http.inject({ ...end, payload: { reason: 'workflow_close' } });
    expect(answer.statusCode, answer.body).toBe(200);
    // The owner looks by itself every three seconds.
    await expect.poll(() => owner.fake.ended, { timeout: 2000 }).toHaveLength(1);
    expect(performance.now() - askedMs).toBeLessThan(2500);
    expect([second.fake.ended, third.fake.ended]).toEqual([[], []]);
  });
});
