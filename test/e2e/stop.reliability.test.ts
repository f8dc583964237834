import { expect, test } from 'vitest';
import { drain, kill } from '../../bench/trials/drain.ts';
import { testModelsDir } from '../models.ts';

const stop = {
  entry: new URL('../../dist/src/main.js', import.meta.url),
  env: { ...process.env, MODELS_DIR: testModelsDir },
  calls: 3,
};

test.concurrent('a stopping server lets its calls finish, accepts no others, and exits after the last', async () => {
  const { cut, newTaken, exitMs } = await drain(stop);
  expect({ cut, newTaken }).toEqual({ cut: 0, newTaken: 0 });
  expect(exitMs).not.toBeNull();
});

test.concurrent('after a kill, the next start closes the calls, and their recordings play to the last write', async () => {
  const { closed, playable, mostLostMs } = await kill(stop);
  expect({ closed, playable }).toEqual({ closed: 3, playable: 3 });
  // Two writes' worth and more, on a machine that is busy.
  expect(mostLostMs).toBeLessThan(6_000);
});
