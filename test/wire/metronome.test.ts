import { describe, expect, it } from 'vitest';
import { type Clock, createManualClock } from '../../media/kit/clock.ts';
import { createMetronome } from '../../media/wire/metronome.ts';

describe('metronome', () => {
  it('ticks all subscribers on one grid', () => {
    const clock = createManualClock(1000);
    const metronome = createMetronome({ clock, periodMs: 20 });
    const first: number[] = [];
    const second: number[] = [];
    metronome.add({ tick: (nowMs) => first.push(nowMs) });
    clock.advance(45);
    const remove = metronome.add({ tick: (nowMs) => second.push(nowMs) });
    clock.advance(40);
    remove();
    clock.advance(40);
    expect(first).toEqual([1020, 1040, 1060, 1080, 1100, 1120]);
    expect(second).toEqual([1060, 1080]);
    expect(metronome.lateness).toEqual({ p50Ms: 0, p99Ms: 0, maxMs: 0, ticks: 6 });
    metronome.close();
    clock.advance(100);
    expect(first).toHaveLength(6);
  });

  it('stays on its grid when timers are late, skips missed ticks, and reports lateness', () => {
    const manual = createManualClock();
    const delays = [3, 0, 0, 47, 0, 0, 0];
    const late: Clock = { nowMs: manual.nowMs, after: (ms, fire) => manual.after(ms + (delays.shift() ?? 0), fire) };
    const metronome = createMetronome({ clock: late, periodMs: 20 });
    const at: number[] = [];
    metronome.add({ tick: (nowMs) => at.push(nowMs) });
    manual.advance(180);
    expect(at).toEqual([23, 40, 60, 127, 140, 160, 180]);
    expect(metronome.lateness).toMatchObject({ p50Ms: 0, p99Ms: 47, maxMs: 47, ticks: 7 });
  });

  it('forgets its lateness within a minute', () => {
    const manual = createManualClock();
    const delays = [47];
    const late: Clock = { nowMs: manual.nowMs, after: (ms, fire) => manual.after(ms + (delays.shift() ?? 0), fire) };
    const metronome = createMetronome({ clock: late, periodMs: 20 });
    const remove = metronome.add({ tick: () => {} });
    manual.advance(30_000);
    expect(metronome.lateness).toMatchObject({ maxMs: 47 });
    manual.advance(29_000);
    expect(metronome.lateness.maxMs).toBe(47);
    manual.advance(1_000);
    expect(metronome.lateness).toMatchObject({ p50Ms: 0, p99Ms: 0, maxMs: 0 });
    expect(metronome.lateness.ticks).toBeGreaterThan(1_400);
    expect(metronome.lateness.ticks).toBeLessThan(3_001);
    remove();
    manual.advance(60_020);
    expect(metronome.lateness).toEqual({ p50Ms: 0, p99Ms: 0, maxMs: 0, ticks: 0 });
  });

  it('pauses without subscribers, and starts a new grid', () => {
    const manual = createManualClock();
    let armed = 0;
    const clock: Clock = {
      nowMs: manual.nowMs,
      after(ms, fire) {
        armed += 1;
        return manual.after(ms, fire);
      },
    };
    const metronome = createMetronome({ clock, periodMs: 10 });
    const at: number[] = [];
    metronome.add({ tick: () => at.push(manual.nowMs()) })();
    manual.advance(1000);
    expect(armed).toBe(1);
    metronome.add({ tick: () => at.push(manual.nowMs()) });
    manual.advance(10);
    expect(at).toEqual([1010]);
  });

  it('ticks a companion before the others, and rests when it is alone', () => {
    const clock = createManualClock();
    const metronome = createMetronome({ clock, periodMs: 10 });
    const told: string[] = [];
    const leave = metronome.accompany({ tick: (nowMs) => told.push(`companion ${nowMs}`) });
    clock.advance(1000);
    expect(told).toEqual([]);
    expect(clock.pending).toBe(0);
    const remove = metronome.add({ tick: (nowMs) => told.push(`stream ${nowMs}`) });
    clock.advance(20);
    expect(told).toEqual(['companion 1010', 'stream 1010', 'companion 1020', 'stream 1020']);
    remove();
    clock.advance(1000);
    expect(told.slice(4)).toEqual(['companion 1030']);
    expect(clock.pending).toBe(0);
    leave();
    metronome.add({ tick: (nowMs) => told.push(`stream ${nowMs}`) });
    clock.advance(10);
    expect(told.at(-1)).toBe('stream 2030');
    expect(told).toHaveLength(6);
  });

  it('removes a ticker that throws and keeps the others', () => {
    const clock = createManualClock();
    const faults: unknown[] = [];
    const metronome = createMetronome({ clock, periodMs: 20, onFault: (error) => faults.push(error) });
    let good = 0;
    metronome.add({
      tick() {
        throw new Error('broken');
      },
    });
    metronome.add({
      tick() {
        good += 1;
      },
    });
    clock.advance(60);
    expect(good).toBe(3);
    expect(faults).toHaveLength(1);
  });
});
