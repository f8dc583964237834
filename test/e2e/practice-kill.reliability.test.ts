import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { testModelsDir } from '../models.ts';
import { askAsOwner } from './ask-server.ts';

async function start(dataDir: string): Promise<ServerChild> {
  const started = await startServerChild({
    entry: new URL('../../dist/src/main.js', import.meta.url),
    env: { ...process.env, MODELS_DIR: testModelsDir, ADMISSION: 'off', RATE_LIMIT_PER_MINUTE: 'off' },
    dataDir,
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  return started.server;
}

test('runs of a killed server are played again after the next start, and each is judged once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-practice-'));
  let server = await start(dataDir);
  try {
    const ask = await askAsOwner(() => server.baseUrl);
    const persona = await ask('POST', '/api/pf-coach/personas', { name: 'Nora Field' });
    const scenario = await ask('POST', '/api/pf-coach/scenarios', {
      persona_uuid: persona.uuid,
      name: 'Hours',
      situation: 'You want to know the opening hours.',
      stop_conditions: { max_turns: 4 },
    });
    const flow = (await ask('GET', '/v1/campaigns?status=active')).campaigns[0].uuid as string;
    const run = { scenario_uuid: scenario.uuid, target_uuid: flow };
    const add = async (mode: string, seed: number) =>
      (await ask('POST', '/api/pf-coach/runs', { ...run, mode, seed })).uuid as string;
    const spoken = [await add('voice', 1), await add('voice', 2)];
    const session = await ask('POST', '/api/pf-coach/live/sessions', run);
    const runs = async () => (await ask('GET', '/api/pf-coach/runs')).results as { uuid: string; status: string }[];
    const statusOf = async (uuid: string) => (await runs()).find((one) => one.uuid === uuid)?.status;
    await expect.poll(() => statusOf(spoken[1] as string), { interval: 50 }).toBe('running');
    const written = await Promise.all([3, 4, 5, 6, 7, 8].map((seed) => add('text', seed)));
    process.kill(server.pid, 'SIGKILL');
    await server.close();
    const left = new Database(join(dataDir, 'parley.db'), { readonly: true });
    const openTexts = left.prepare(
      "SELECT count(*) AS open FROM practice_runs WHERE mode = 'text' AND finished_at IS NULL",
    );
    expect((openTexts.get() as { open: number }).open).toBeGreaterThan(0);
    left.close();
    server = await start(dataDir);
    const own = [...spoken, ...written];
    const open = async () => (await runs()).filter(({ uuid, status }) => own.includes(uuid) && status !== 'completed');
    // Nobody has joined it, and its time is not over yet.
    expect(await statusOf(session.run_uuid)).toBe('queued');
    expect(await ask('POST', `/api/pf-coach/live/sessions/${session.session_uuid}/end`)).toMatchObject({
      status: 'failed',
    });
    // Runs leave the processor to everything else.
    await expect.poll(open, { interval: 300, timeout: 180_000 }).toEqual([]);
    const database = new Database(join(dataDir, 'parley.db'), { readonly: true });
    const judged = database
      .prepare('SELECT run_uuid AS run, count(*) AS times FROM simulations GROUP BY run_uuid')
      .all();
    database.close();
    expect(judged).toHaveLength(own.length);
    expect(judged.every((row) => (row as { times: number }).times === 1)).toBe(true);
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
