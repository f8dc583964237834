import { expect, test } from 'vitest';
import { killCalls } from '../../bench/trials/kill-calls-run.ts';
import { sayHello } from '../../bench/trials/soak.ts';
import { testModelsDir } from '../models.ts';

test('a server that is killed with calls in progress closes them, keeps their recordings and repeats no webhook or job', async () => {
  const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
  const env = { ...process.env, MODELS_DIR: testModelsDir };
  const words = await sayHello(testModelsDir);
  const outcome = await killCalls({ entry, env, words, kills: 2, least: 2, most: 4, seed: 3 });
  const { streamed, interrupted, stuck, recordings, webhooks, jobs } = outcome;
  expect(streamed).toBeGreaterThan(0);
  expect({ interrupted, stuck }).toEqual({ interrupted: streamed, stuck: 0 });
  expect(recordings).toMatchObject({ broken: 0, missing: 0 });
  // Two writes' worth and more, on a machine that is busy.
  expect(recordings.mostLostMs).toBeLessThan(6_000);
  expect(webhooks).toMatchObject({ doubled: 0 });
  expect(webhooks.received).toBeGreaterThan(0);
  expect(webhooks.missing).toBeLessThanOrEqual(2);
  expect(jobs).toMatchObject({ doubled: 0, dead: 0 });
}, 300_000);
