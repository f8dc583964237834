import { describe, expect, test } from 'vitest';
import { afterCrash, backoffMs, endingOf } from '../../src/jobs/ending.ts';

describe('backoff', () => {
  test('doubles from two seconds to ten minutes, minus up to a half', () => {
    expect([1, 2, 3, 4, 20].map((attempts) => backoffMs(attempts, 0))).toEqual([2000, 4000, 8000, 16_000, 600_000]);
    expect(backoffMs(3, 1)).toBe(4000);
  });
});

describe('a failed attempt', () => {
  const failure = { error: new Error('no line'), nowMs: 0, waitMs: 2000 };
  const job = { attempts: 1, maxAttempts: 3, cancelAsked: false };

  test('waits, is repeated at once when its process died, and is dead after the last one', () => {
    expect(endingOf(job, failure)).toEqual({
      status: 'delayed',
      runAt: '1970-01-01T00:00:02.000Z',
      error: 'Error: no line',
    });
    expect(endingOf(job, { ...failure, waitMs: 0 })).toMatchObject({ status: 'waiting' });
    expect(endingOf({ ...job, attempts: 3 }, failure)).toMatchObject({ status: 'dead', error: 'Error: no line' });
  });

  test('is not repeated if it reports itself as useless, and a cancelled one keeps nothing', () => {
    const hopeless = Object.assign(new Error('unknown voice'), { code: 'voice_unknown', retryable: false });
    expect(endingOf(job, { ...failure, error: hopeless })).toMatchObject({ error: 'voice_unknown: unknown voice' });
    expect(endingOf({ ...job, cancelAsked: true }, failure)).toMatchObject({ status: 'cancelled', payload: {} });
  });

  test('a crash counts as an attempt only when the attempt kept no step', () => {
    const running = { ...job, attempts: 3, advanced: false };
    expect(afterCrash(running, 0)).toMatchObject({ status: 'dead', attempts: 3 });
    expect(afterCrash({ ...running, advanced: true }, 0)).toMatchObject({ status: 'waiting', attempts: 2 });
  });

  test('stores an error of any length and kind', () => {
    expect(endingOf(job, { ...failure, error: new Error('x'.repeat(9000)) }).error).toHaveLength(500);
    expect(endingOf(job, { ...failure, error: undefined }).error).toBe('undefined');
  });
});
