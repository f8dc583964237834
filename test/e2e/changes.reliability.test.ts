import { expect, test } from 'vitest';
import { runChanges } from '../../bench/trials/changes.ts';
import { sayHello } from '../../bench/trials/soak.ts';
import { testModelsDir } from '../models.ts';

test('calls in progress keep their version while their agent is published, restored and split', async () => {
  const outcome = await runChanges({
    entry: new URL('../../dist/bench/trials/asking-server.js', import.meta.url),
    env: { ...process.env, MODELS_DIR: testModelsDir },
    words: await sayHello(testModelsDir),
    calls: 4,
    publications: 4,
    restorations: 2,
    everyMs: 300,
    contacts: 20,
    orders: 5,
    seed: 3,
  });
  const { calls, split, editors } = outcome;
  expect(calls).toMatchObject({
    versions: 4,
    changed: 0,
    misnamed: 0,
    cutOff: 0,
    begun: 6,
    begunOtherwise: 0,
    sameBytes: 2,
  });
  expect(calls.named).toBeGreaterThan(0);
  expect(split).toMatchObject({ unanswered: 0, again: 2, changed: 0 });
  expect(editors.lost).toBe(0);
}, 300_000);
