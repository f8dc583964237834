import { expect, test } from 'vitest';
import { createHangWatch } from '../../media/inference/hang-watch.ts';

const hungAfterMs = 2000;

/** Looks every 250 ms for `ms`; the answer is when it first said hung. */
function watch(ms: number, at: (nowMs: number) => { progress: number; starvedMs?: number }): number | undefined {
  const watcher = createHangWatch(hungAfterMs);
  for (let nowMs = 0; nowMs <= ms; nowMs += 250) {
    const { progress, starvedMs = 0 } = at(nowMs);
    if (watcher.look({ nowMs, progress, starvedMs })) return nowMs;
  }
  return undefined;
}

test('no step for two seconds is a hang', () => {
  expect(watch(10_000, () => ({ progress: 7 }))).toBe(2000);
});

test('steps of 1.9 s are not a hang', () => {
  expect(watch(60_000, (nowMs) => ({ progress: Math.floor(nowMs / 1900) }))).toBeUndefined();
});

test('time without a free core does not count', () => {
  expect(watch(10_000, (nowMs) => ({ progress: 7, starvedMs: nowMs * 0.75 }))).toBe(8000);
});

test('starvation before the last step does not count', () => {
  const at = (nowMs: number) => ({ progress: Math.min(4, Math.floor(nowMs / 1000)), starvedMs: Math.min(nowMs, 4000) });
  expect(watch(10_000, at)).toBe(6000);
});

test('a delayed watcher does not mistake its own pause for a hang', () => {
  const watcher = createHangWatch(hungAfterMs);
  expect(watcher.look({ nowMs: 0, progress: 1, starvedMs: 0 })).toBe(false);
  expect(watcher.look({ nowMs: 30_000, progress: 1, starvedMs: 0 })).toBe(false);
  expect(watcher.look({ nowMs: 30_250, progress: 2, starvedMs: 0 })).toBe(false);
});
