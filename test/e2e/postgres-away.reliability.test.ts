import { expect, test } from 'vitest';
import { postgresAway } from '../../bench/trials/postgres-away-run.ts';
import { sayHello } from '../../bench/trials/soak.ts';
import { onPostgres } from '../data/databases.ts';
import { server } from '../data/postgres-server.ts';
import { testModelsDir } from '../models.ts';

onPostgres('PostgreSQL that goes away in the middle of calls and comes back', () => {
  test('costs no turn, no call and no recording, and a few lines of log', async () => {
    const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
    const env = { ...process.env, MODELS_DIR: testModelsDir };
    const words = await sayHello(testModelsDir);
    const outcome = await postgresAway({ entry, env, postgres: server, words, calls: 2, awayMs: 5_000 });
    const { spokenAway, answeredAway, logLines } = outcome;
    expect(answeredAway).toBeGreaterThan(0);
    expect(answeredAway).toBeGreaterThanOrEqual(spokenAway - 2);
    expect(outcome).toMatchObject({ cutOff: 0, whole: 2, troubles: [], recordings: 2, restoredLines: 1, stacks: 0 });
    expect(logLines.length).toBeLessThanOrEqual(5);
    expect(logLines.filter((line) => line === 'database connection lost')).toHaveLength(1);
  }, 240_000);
});
