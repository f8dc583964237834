import { expect, test } from 'vitest';
import type * as calls from '../../bench/trials/cluster-calls.ts';
import type * as nodes from '../../bench/trials/cluster-nodes.ts';
import { sayHello } from '../../bench/trials/soak.ts';
import type * as talking from '../../bench/trials/talking-callers.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { onNats } from '../cluster/nats.ts';
import { server } from '../data/postgres-server.ts';
import { testModelsDir } from '../models.ts';

/** As they were built: the servers are processes of their own. */
const built = (name: string): URL => new URL(`../../dist/bench/trials/${name}.js`, import.meta.url);
const { withCluster }: typeof nodes = await import(built('cluster-nodes').href);
const { openCall, numberOf }: typeof calls = await import(built('cluster-calls').href);
const { spokenTurns }: typeof talking = await import(built('talking-callers').href);

const maxCalls = 2;
const answerMs = 15_000;

onNats('a full media server', () => {
  test('passes the next caller on to another, whose agent answers', async () => {
    const words = await sayHello(testModelsDir);
    const options = {
      entry: built('scripted-server'),
      env: { ...process.env, MAX_CALLS: String(maxCalls) },
      postgres: server,
      mediaNodes: 2,
    };
    await withCluster(options, async (cluster) => {
      const client = createServerClient(cluster.control);
      const heldAt = async (node: number): Promise<number> => {
        const { baseUrl } = cluster.media[node] as { baseUrl: string };
        const health = await (await fetch(new URL('/health', baseUrl))).json();
        return (health as { media: { active_calls: number } }).media.active_calls;
      };
      const first = [];
      for (let index = 0; index < maxCalls; index++)
        first.push(await openCall(cluster, numberOf(index), 'telephony_a', 0));
      expect(first).not.toContain(undefined);

      const passed = await openCall(cluster, numberOf(maxCalls), 'telephony_a', 0);
      if (passed === undefined) return expect.unreachable('the caller heard no agent');
      expect([await heldAt(0), await heldAt(1)]).toEqual([maxCalls, 1]);
      const { run } = passed;
      await run.until(() => !run.agentBusy, answerMs);
      const heard = run.agentAudible.length;
      run.say(words);
      expect(await run.until(() => run.agentAudible.length > heard, answerMs), 'answered').toBe(true);
      await run.hangUp();
      const uuidOf = async () => (await cluster.store.calls()).find(({ from }) => from === passed.number)?.uuid ?? '';
      await expect.poll(uuidOf, { timeout: answerMs }).not.toBe('');
      const uuid = await uuidOf();
      await expect.poll(async () => (await client.call(uuid))?.status, { timeout: answerMs }).toBe('completed');
      expect(await spokenTurns(cluster, uuid)).toBe(1);
      for (const call of first) await call?.run.hangUp();
    });
  }, 300_000);
});
