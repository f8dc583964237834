import { expect, test } from 'vitest';
import { withDeadline } from '../../media/kit/deadline.ts';

const never = new Promise<never>(() => {});

test('a deadline gives up on work that ignores its signal', async () => {
  let told: AbortSignal | undefined;
  const work = withDeadline(5, (signal) => {
    told = signal;
    return never;
  });
  await expect(work).rejects.toMatchObject({ name: 'TimeoutError', message: 'no answer within 5 ms' });
  expect(told?.aborted).toBe(true);
});

test('a deadline returns the result or fault of timely work, without aborting it', async () => {
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
