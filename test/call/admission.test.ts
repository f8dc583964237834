import { expect, test } from 'vitest';
import { type AdmissionLimits, createAdmission, type LoadMetrics } from '../../media/call/server/admission.ts';
import { createCallSlots } from '../../media/call/server/call-slots.ts';
import { createLoadGauge } from '../../media/call/server/load-metrics.ts';

const limits: AdmissionLimits = { automatic: true, cores: 2, maxRssBytes: 1e9 };

/** Tells the same load four times a second for a while; gives when it ended. */
function dwell(
  admission: ReturnType<typeof createAdmission>,
  fromMs: number,
  forMs: number,
  load: Partial<LoadMetrics> = {},
): number {
  let nowMs = fromMs;
  for (; nowMs < fromMs + forMs; nowMs += 250) {
    admission.observe({ nowMs, calls: 1, cpuMs: 12, rssBytes: 5e8, ...load });
  }
  return nowMs;
}

test('an idle machine accepts its rated number of calls and not one more', () => {
  const admission = createAdmission(limits);
  const { ratedCalls } = admission.status;
  expect(ratedCalls).toBe(24);
  let nowMs = dwell(admission, 0, 1000, { calls: 0 });
  for (let held = 0; held < ratedCalls; held++) {
    expect(admission.decide(nowMs, held)).toBeUndefined();
    nowMs += 1000;
  }
  expect(admission.decide(nowMs, ratedCalls)).toBe('rated_capacity');
});

test('fifty calls in one second are limited before anything was measured', () => {
  const slots = createCallSlots(createAdmission(limits));
  const answers = Array.from({ length: 50 }, (_, i) => slots.offer(`call ${i}`, i * 20));
  const taken = answers.filter((reason) => reason === undefined).length;
  expect(taken).toBeGreaterThanOrEqual(12);
  expect(taken).toBeLessThanOrEqual(17);
  expect(slots.refused).toEqual({ ramp: 50 - taken });
  // Those that come later find room: the rest of the rated calls within seconds.
  const later = Array.from({ length: 50 }, (_, i) => slots.offer(`later ${i}`, 1000 + i * 80));
  expect(later.filter((reason) => reason === undefined).length).toBe(24 - taken);
});

test.each([
  ['queue_delay', { queueDelayMs: 400 }, { queueDelayMs: 150 }, { queueDelayMs: 20 }],
  ['audio_late', { audioLateMs: 40 }, { audioLateMs: 15 }, { audioLateMs: 1 }],
  ['turn_latency', { turnDelayMs: 900 }, { turnDelayMs: 400 }, { turnDelayMs: 90 }],
] as const)(
  '%s shuts the door, and it opens only when all is well again for a while',
  (reason, bad, middling, good) => {
    const admission = createAdmission(limits);
    let nowMs = dwell(admission, 0, 500, bad);
    expect(admission.decide(nowMs, 3)).toBe(reason);
    expect(admission.status.refusing).toBe(reason);
    // Neither well nor ill: it stays as it is, shut here and open below.
    nowMs = dwell(admission, nowMs, 20_000, middling);
    expect(admission.decide(nowMs, 3)).toBe(reason);
    nowMs = dwell(admission, nowMs, 2000, good);
    expect(admission.decide(nowMs, 3)).toBe(reason);
    nowMs = dwell(admission, nowMs, 2000, good);
    expect(admission.decide(nowMs, 3)).toBeUndefined();
    nowMs = dwell(admission, nowMs, 20_000, middling);
    expect(admission.decide(nowMs, 3)).toBeUndefined();
  },
);

test('a slow start rejects no call, and an overload after it does', () => {
  const admission = createAdmission(limits);
  const slow = { calls: 2, audioLateMs: 80, queueDelayMs: 900, turnDelayMs: 2000 };
  let nowMs = dwell(admission, 0, 8000, { ...slow, warmingUp: true });
  expect(admission.decide(nowMs, 2)).toBeUndefined();
  // The windows still hold what the warm-up did to them.
  nowMs = dwell(admission, nowMs, 4000, slow);
  expect(admission.decide(nowMs, 3)).toBeUndefined();
  expect(admission.status.refusing).toBeUndefined();
  nowMs = dwell(admission, nowMs, 2000, slow);
  expect(admission.decide(nowMs, 4)).toBe('queue_delay');
});

test('a thread that restarts under load does not admit more calls', () => {
  const admission = createAdmission(limits);
  let nowMs = dwell(admission, 0, 500, { audioLateMs: 40 });
  nowMs = dwell(admission, nowMs, 10_000, { warmingUp: true });
  expect(admission.decide(nowMs, 3)).toBe('audio_late');
  nowMs = dwell(admission, nowMs, 9000);
  expect(admission.decide(nowMs, 3)).toBeUndefined();
});

test('turns that are answered while models warm up are not measured', () => {
  const gauge = createLoadGauge();
  const turn = { endpoint: 0, agent: 0, network: 0, recognition: 900, synthesis: 900, queue: 900, total: 2700 };
  const seen = { nowMs: 2000, calls: 2, cpuMs: 0, rssBytes: 1, jobs: {} };
  gauge.warming(0, true);
  for (let i = 0; i < 8; i++) gauge.turn({ ...turn, estimated: false }, 1000);
  gauge.warming(0, false);
  expect(gauge.read(seen)).not.toHaveProperty('turnDelayMs');
});

test('the first call is accepted however slow the machine is', () => {
  const admission = createAdmission(limits);
  const nowMs = dwell(admission, 0, 5000, { calls: 0, audioLateMs: 80, queueDelayMs: 1000 });
  expect(admission.decide(nowMs, 0)).toBeUndefined();
  expect(admission.decide(nowMs, 1)).toBeDefined();
});

test('no call is accepted when memory is used up', () => {
  const admission = createAdmission(limits);
  const nowMs = dwell(admission, 0, 500, { calls: 0, rssBytes: 1.1e9 });
  expect(admission.decide(nowMs, 0)).toBe('memory');
});

test('the rated number falls when calls cost more', () => {
  const dear = createAdmission(limits);
  dwell(dear, 0, 600_000, { calls: 6, cpuMs: 250 * 6 * 0.15 });
  expect(dear.status.coresPerCall).toBeCloseTo(0.15, 1);
  expect(dear.status.ratedCalls).toBeLessThanOrEqual(9);
  const cheap = createAdmission(limits);
  dwell(cheap, 0, 600_000, { calls: 12, cpuMs: 250 * 12 * 0.03 });
  expect(cheap.status.ratedCalls).toBeGreaterThanOrEqual(36);
});

test('CPU time without calls is not charged to calls', () => {
  const admission = createAdmission(limits);
  dwell(admission, 0, 600_000, { calls: 0, cpuMs: 400 });
  expect(admission.status.ratedCalls).toBe(24);
});

test('CPU time of startup is not charged to calls', () => {
  const admission = createAdmission(limits);
  // The models warm up while the first callers are there, and those pay for what is compiled on their way.
  let nowMs = dwell(admission, 0, 10_000, { calls: 2, cpuMs: 500, warmingUp: true });
  nowMs = dwell(admission, nowMs, 10_000, { calls: 2, cpuMs: 250 * 0.4 });
  expect(admission.status.ratedCalls).toBe(24);
  nowMs = dwell(admission, nowMs, 300_000, { calls: 2, cpuMs: 250 * 2 * 0.045 });
  expect(admission.status.ratedCalls).toBeGreaterThanOrEqual(24);
  // Dear calls are found out all the same, a little later.
  dwell(admission, nowMs, 120_000, { calls: 6, cpuMs: 250 * 6 * 0.2 });
  expect(admission.status.ratedCalls).toBeLessThanOrEqual(10);
});

test('CPU time of background work is subtracted, up to a limit', () => {
  const spent = (idleCores: number): number => {
    const admission = createAdmission(limits);
    const nowMs = dwell(admission, 0, 60_000, { calls: 0, cpuMs: 250 * idleCores });
    dwell(admission, nowMs, 1_200_000, { calls: 1, cpuMs: 250 * (idleCores + 0.045) });
    return admission.status.coresPerCall;
  };
  expect(spent(0.06)).toBeLessThanOrEqual(0.05);
  // A machine that is busy with something else for a while must not make calls look free.
  expect(spent(0.9)).toBeGreaterThan(0.5);
});

test('MAX_CALLS limits calls with and without automatic admission', () => {
  for (const automatic of [true, false]) {
    const admission = createAdmission({ ...limits, automatic, maxCalls: 2 });
    expect(admission.decide(0, 1)).toBeUndefined();
    expect(admission.decide(0, 2)).toBe('max_calls');
  }
  const off = createAdmission({ ...limits, automatic: false });
  dwell(off, 0, 5000, { queueDelayMs: 5000, rssBytes: 2e9 });
  expect(off.decide(5000, 1000)).toBeUndefined();
  expect(off.status.refusing).toBeUndefined();
});

test('a slot is reserved for a call’s stream no longer than a provider needs', () => {
  const slots = createCallSlots(createAdmission({ ...limits, maxCalls: 1 }));
  expect(slots.offer('a', 0)).toBeUndefined();
  // The provider repeats itself; the slot stays one.
  expect(slots.offer('a', 100)).toBeUndefined();
  expect(slots.offer('b', 200)).toBe('max_calls');
  expect(slots.claim('a', 2000)).toBeUndefined();
  slots.started('a');
  expect([slots.live, slots.settingUp]).toEqual([1, 0]);
  expect(slots.offer('c', 3_600_000)).toBe('max_calls');
  slots.leave('a');
  expect(slots.offer('d', 3_600_000)).toBeUndefined();
  // Its stream does not come: the next caller has the slot, and the stream that comes after all has none.
  expect(slots.offer('e', 3_607_000)).toBeUndefined();
  expect(slots.claim('d', 3_607_500)).toBe('max_calls');
  expect(slots.refused).toEqual({ max_calls: 3 });
});

test('the gauge reports recent measurements only', () => {
  const gauge = createLoadGauge();
  const seen = { nowMs: 0, calls: 0, cpuMs: 5000, rssBytes: 1, jobs: {} };
  expect(gauge.read(seen)).toEqual({ nowMs: 0, calls: 0, cpuMs: 0, rssBytes: 1 });
  const turn = { endpoint: 900, agent: 4000, network: 800, recognition: 20, synthesis: 30, queue: 10, total: 5760 };
  for (let i = 0; i < 8; i++) gauge.turn({ ...turn, estimated: false }, 1000);
  gauge.late(0, 3, 1000);
  gauge.late(1, 7, 1000);
  const figures = { jobs: 20, waitP50Ms: 1, waitP95Ms: 40, runP50Ms: 30, runP95Ms: 60 };
  const jobs = {
    final: figures,
    speak: { ...figures, jobs: 1, waitP95Ms: 900 },
    partial: { ...figures, waitP95Ms: 800 },
  };
  gauge.warming(0, true);
  gauge.warming(1, true);
  gauge.warming(1, false);
  const load = gauge.read({ ...seen, nowMs: 1500, cpuMs: 5250, jobs });
  expect(load).toMatchObject({ cpuMs: 250, queueDelayMs: 40, audioLateMs: 7, turnDelayMs: 60, warmingUp: true });
  // A thread that no longer reports is late; its turn delays are forgotten.
  expect(gauge.read({ ...seen, nowMs: 60_000 })).toMatchObject({ audioLateMs: 59_000 });
  gauge.forget(0);
  gauge.forget(1);
  expect(gauge.read({ ...seen, nowMs: 60_000 })).not.toHaveProperty('warmingUp');
  expect(gauge.read({ ...seen, nowMs: 60_000 })).not.toHaveProperty('audioLateMs');
  expect(gauge.read({ ...seen, nowMs: 60_000 })).not.toHaveProperty('turnDelayMs');
});
