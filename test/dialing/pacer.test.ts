import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPacer } from '../../src/features/calls/dialing/pacer.ts';

interface Delays {
  /** What is done before each may go. */
  readonly workMs?: (index: number) => number;
  /** How late the timer of each is. */
  readonly lateMs?: (index: number) => number;
}

const never = (): number => 0;

/** When each goes, by a clock that nothing else moves. */
function times(count: number, perSecond: number, { workMs = never, lateMs = never }: Delays = {}): number[] {
  const pacer = createPacer(perSecond);
  let nowMs = 0;
  return Array.from({ length: count }, (_, index) => {
    nowMs += workMs(index);
    const waitMs = pacer.waitMs(nowMs);
    if (waitMs > 0) nowMs += waitMs + lateMs(index);
    pacer.take(nowMs);
    return nowMs;
  });
}

/** How much later the last one went than by its timetable, which is a fiftieth slower than what may be. */
const lagMs = (gone: readonly number[], perSecond: number): number =>
  (gone.at(-1) as number) - (gone[0] as number) - ((gone.length - 1) * 1000) / (perSecond * 0.98);

/** The most that go within any second. */
function mostInASecond(gone: readonly number[]): number {
  let from = 0;
  return gone.reduce((all, ms, index) => {
    while (ms - (gone[from] as number) >= 999.999) from += 1;
    return Math.max(all, index - from + 1);
  }, 0);
}

describe.each([0.2, 0.5, 1, 2.5, 7, 25, 40, 333])('calls at %d a second', (perSecond) => {
  const count = Math.ceil(perSecond * 600) + 2;
  const intervalMs = 1000 / perSecond;

  test('follow their timetable for any duration', () => {
    expect(Math.abs(lagMs(times(count, perSecond), perSecond))).toBeLessThan(0.01);
  });

  test('lose nothing to work in between and to late timers', () => {
    const workMs = (index: number): number => (index % 7 === 3 ? 1.1 : 0.4) * intervalMs;
    const gone = times(count, perSecond, { workMs, lateMs: (index) => index % 3 });
    expect(lagMs(gone, perSecond)).toBeLessThan(2 * intervalMs + 3);
  });

  test('catch up after a pause of a second', () => {
    const gone = times(count, perSecond, { workMs: (index) => (index === Math.floor(count / 2) ? 1000 : 0) });
    expect(lagMs(gone, perSecond)).toBeLessThan(0.01);
  });

  test('return to their rate after long pauses, and lose only those', () => {
    const still = new Set([Math.floor(count / 3), Math.floor(count / 2)]);
    const gone = times(count, perSecond, { workMs: (index) => (still.has(index) ? 60_000 : 0) });
    expect(lagMs(gone, perSecond)).toBeLessThan(120_000.01);
  });

  test('never exceed the rate in any second, and never burst, whatever delays them', () => {
    const delay = fc.oneof({ weight: 8, arbitrary: fc.nat(20) }, fc.nat(900), fc.nat(30_000));
    const delays = fc.array(delay, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(delays, delays, (works, lates) => {
        const of = (some: readonly number[]) => (index: number) => some[index % some.length] as number;
        const gone = times(500, perSecond, { workMs: of(works), lateMs: of(lates) });
        expect(mostInASecond(gone)).toBeLessThanOrEqual(Math.ceil(perSecond));
        const apart = gone.slice(1).map((ms, index) => ms - (gone[index] as number));
        expect(Math.min(...apart)).toBeGreaterThanOrEqual(0.5 * intervalMs - 0.001);
      }),
      { numRuns: 60 },
    );
  });
});
