/** R-16 in short, without a clock: twice the calls the machine is rated for, on scripted engines of known speed. */
import { expect, test } from 'vitest';
import { createAdmission } from '../../media/call/server/admission.ts';
import { createCallSlots } from '../../media/call/server/call-slots.ts';
import { slackMs } from '../../media/call/server/job-timing.ts';
import { createLoadGauge } from '../../media/call/server/load-metrics.ts';
import { createRandom } from '../../media/emulator/random.ts';
import { createJobHistory } from '../../media/inference/job-times.ts';
import { createSchedule } from '../../media/inference/schedule.ts';

interface Run {
  readonly arrivalsMs: readonly number[];
  /** What every job takes, beside what it takes on the machine that the assumed cost was measured on. */
  readonly slowness?: number;
  readonly automatic?: boolean;
  readonly forMs?: number;
  readonly seed?: number;
}

interface Job {
  readonly dueMs: number;
  readonly aborted: Int32Array;
  readonly kind: string;
  readonly ms: number;
  readonly askedMs: number;
  readonly done: (nowMs: number) => void;
}

const threads = 2;
/** A turn of 6 s: 300 ms of models, which is 0.05 of a core. */
const turnMs = 6000;
const costMs = { partial: 40, final: 60, turn: 50, speak: 70 } as const;
const partials = 3;
const slackOf = { final: slackMs.final, speak: slackMs.speak, turn: slackMs.verdict, partial: slackMs.partial };

/** Plays calls against the real schedule, history, gauge, slots and controller, millisecond by millisecond. */
function playOnce({ arrivalsMs, slowness = 1, automatic = true, forMs = 180_000, seed = 1 }: Run) {
  const schedule = createSchedule<Job>(100_000);
  const history = createJobHistory();
  const gauge = createLoadGauge();
  const admission = createAdmission({ automatic, cores: threads, maxRssBytes: 1e12 });
  const slots = createCallSlots(admission);
  const aborted = new Int32Array(new SharedArrayBuffer(4));
  const busy: ({ job: Job; startMs: number; endMs: number } | undefined)[] = Array(threads).fill(undefined);
  const agenda = new Map<number, (() => void)[]>();
  const random = createRandom(seed);
  const latencies: { atMs: number; ms: number }[] = [];
  let cpuMs = 0;
  let refused = 0;
  let nowMs = 0;

  const at = (ms: number, then: () => void): void => {
    const due = Math.max(nowMs + 1, Math.round(ms));
    agenda.set(due, [...(agenda.get(due) ?? []), then]);
  };
  const ask = (kind: keyof typeof costMs, done: (nowMs: number) => void = () => {}): void => {
    const dueMs = nowMs + slackOf[kind];
    schedule.add({ kind, aborted, dueMs, ms: costMs[kind] * slowness, askedMs: nowMs, done });
  };
  function turn(): void {
    for (let i = 0; i < partials; i++) at(nowMs + 600 + i * 1200, () => ask('partial'));
    at(nowMs + 4500, () => {
      const pausedMs = nowMs;
      ask('turn');
      ask('final', (finalMs) =>
        ask('speak', (spokenMs) => {
          latencies.push({ atMs: spokenMs, ms: 310 + spokenMs - pausedMs });
          const [recognition, synthesis] = [finalMs - pausedMs, spokenMs - finalMs];
          const none = { endpoint: 310, agent: 0, queue: 0, network: 20, total: 0, estimated: false };
          gauge.turn({ ...none, recognition, synthesis }, nowMs);
        }),
      );
    });
    at(nowMs + turnMs * (0.8 + 0.4 * random()), turn);
  }
  for (const [i, arrivalMs] of arrivalsMs.entries()) {
    at(arrivalMs, () => {
      if (slots.offer(`${i}`, nowMs) !== undefined) {
        refused += 1;
        return;
      }
      at(nowMs + 1000, () => {
        slots.started(`${i}`);
        at(nowMs + turnMs * random(), turn);
      });
    });
  }
  for (; nowMs < forMs; nowMs++) {
    for (const then of agenda.get(nowMs) ?? []) then();
    agenda.delete(nowMs);
    for (const [thread, running] of busy.entries()) {
      if (running !== undefined && running.endMs <= nowMs) {
        busy[thread] = undefined;
        const { kind, askedMs } = running.job;
        history.add([{ kind, dropped: false, waitedMs: running.startMs - askedMs, ranMs: running.job.ms }], nowMs);
        running.job.done(nowMs);
      }
      if (busy[thread] !== undefined) continue;
      const { job } = schedule.next();
      if (job === undefined) continue;
      cpuMs += job.ms;
      busy[thread] = { job, startMs: nowMs, endMs: nowMs + job.ms };
    }
    if (nowMs % 250 === 0) {
      const jobs = history.figures(nowMs);
      admission.observe(gauge.read({ nowMs, calls: slots.live, cpuMs, rssBytes: 1, jobs }));
    }
  }
  const settled = latencies.filter(({ atMs }) => atMs > 15_000).map(({ ms }) => ms);
  const sorted = settled.sort((a, b) => a - b);
  return { p99: sorted[Math.ceil(0.99 * sorted.length) - 1] as number, refused, taken: arrivalsMs.length - refused };
}

/** Three draws of when callers speak: the p99 of one and the same load is 533 ms with one and 599 with another. */
function play(run: Run) {
  const draws = [1, 2, 3].map((seed) => playOnce({ ...run, seed }));
  const mean = (of: (draw: (typeof draws)[number]) => number): number =>
    draws.reduce((sum, draw) => sum + of(draw), 0) / draws.length;
  return { p99: mean(({ p99 }) => p99), refused: mean(({ refused }) => refused), taken: mean(({ taken }) => taken) };
}

const every = (count: number, withinMs: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round((i * withinMs) / count));
const rated = 24;
const atRatedLoad = play({ arrivalsMs: every(rated, 6000), automatic: false });

test('of twice the rated calls, half are rejected and the accepted ones are unaffected', () => {
  const overload = play({ arrivalsMs: every(2 * rated, 6000) });
  expect(overload.refused).toBeGreaterThanOrEqual(rated - 4);
  expect(overload.taken).toBeGreaterThanOrEqual(rated - 4);
  expect(overload.p99).toBeLessThanOrEqual(1.2 * atRatedLoad.p99);
});

test('the same holds if all arrive in one second', () => {
  const burst = play({ arrivalsMs: every(2 * rated, 1000) });
  expect(burst.taken).toBeGreaterThanOrEqual(rated / 2);
  expect(burst.p99).toBeLessThanOrEqual(1.2 * atRatedLoad.p99);
});

test('with engines twice as slow as assumed, fewer calls are accepted', () => {
  const arrivalsMs = every(80, 80_000);
  const slow = play({ arrivalsMs, slowness: 2 });
  const unguarded = play({ arrivalsMs, slowness: 2, automatic: false });
  expect(slow.taken).toBeLessThan(rated);
  expect(unguarded.p99).toBeGreaterThan(10 * slow.p99);
  expect(slow.p99).toBeLessThan(1500);
});

test('without admission control, accepted calls suffer', () => {
  const unguarded = play({ arrivalsMs: every(4 * rated, 12_000), automatic: false });
  expect(unguarded.p99).toBeGreaterThan(5 * atRatedLoad.p99);
  const guarded = play({ arrivalsMs: every(4 * rated, 12_000) });
  expect(guarded.p99).toBeLessThanOrEqual(1.2 * atRatedLoad.p99);
});
