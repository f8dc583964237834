import { expect, test } from 'vitest';
import { withDeadline } from '../../media/kit/deadline.ts';

const never = new Promise<never>(() => {});

test('work that heeds no signal is given up on', async () => {
  let told: AbortSignal | undefined;
  const work = withDeadline(5, (signal) => {
    told = signal;
    return never;
  });
  await expect(work).rejects.toMatchObject({ name: 'TimeoutError', message: 'no answer within 5 ms' });
  expect(told?.aborted).toBe(true);
});

test('work that is done in time gives its own answer or fault, and is not told to stop', async () => {
  const signals: AbortSignal[] = [];
  const keep = (signal: AbortSignal): void => void signals.push(signal);
  const done = withDeadline(60_000, async (signal) => {
    keep(signal);
    return 7;
  });
  expect(await done).toBe(7);
  const failing = withDeadline(60_000, async (signal) => {
    keep(signal);
    throw new RangeError('no');
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});
