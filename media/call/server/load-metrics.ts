import type { JobFigures } from '../../inference/job-times.ts';
import type { TurnLatency } from '../../ports.ts';
import type { LoadMetrics } from './admission.ts';

/** Collects the metrics on which admission depends. Time is an argument. */
export interface LoadGauge {
  /** Records the latency of an answered turn. */
  turn(latency: TurnLatency, nowMs: number): void;
  /** Records the timer lateness that a media thread reports. */
  late(thread: number, lateMs: number, nowMs: number): void;
  /** Called when a media thread starts or finishes warming up its models. */
  warming(thread: number, isWarming: boolean): void;
  /** Called when a media thread has ended. */
  forget(thread: number): void;
  read(seen: Seen): LoadMetrics;
}

export interface Seen {
  readonly nowMs: number;
  readonly calls: number;
  /** CPU time of the process since its start. */
  readonly cpuMs: number;
  readonly rssBytes: number;
  readonly jobs: Readonly<Record<string, JobFigures>>;
}

/** Kinds of jobs that a caller waits for. */
const awaited = ['final', 'speak'] as const;
/** A single long utterance delays a few jobs, which is not overload. */
const leastJobs = 6;
const turnWindowMs = 30_000;
const maxTurns = 200;
/** With fewer turns the 95th percentile is meaningless. */
const leastTurns = 8;
/** If a thread sends no report for longer than this, the silence counts as its lateness. */
const silentAfterMs = 3000;

export function createLoadGauge(): LoadGauge {
  let turns: { readonly atMs: number; readonly delayMs: number }[] = [];
  const lateness = new Map<number, { readonly atMs: number; readonly lateMs: number }>();
  const warming = new Set<number>();
  let cpuBeforeMs: number | undefined;

  function turnDelay(nowMs: number): number | undefined {
    turns = turns.filter(({ atMs }) => nowMs - atMs < turnWindowMs);
    if (turns.length < leastTurns) return undefined;
    const sorted = turns.map(({ delayMs }) => delayMs).sort((a, b) => a - b);
    return sorted[Math.ceil(0.95 * sorted.length) - 1];
  }

  function audioLate(nowMs: number): number | undefined {
    const late = [...lateness.values()].map(({ atMs, lateMs }) => {
      const silentMs = nowMs - atMs;
      return silentMs > silentAfterMs ? silentMs : lateMs;
    });
    return late.length === 0 ? undefined : Math.max(...late);
  }

  return {
    turn({ recognition, synthesis, queue }, nowMs) {
      if (warming.size > 0) return;
      // The wait for the end of the turn is intended, and the network and a language model are not part of this
      // machine.
      turns.push({ atMs: nowMs, delayMs: recognition + synthesis + queue });
      if (turns.length > maxTurns) turns.shift();
    },
    late: (thread, lateMs, atMs) => void lateness.set(thread, { atMs, lateMs }),
    warming: (thread, isWarming) => void (isWarming ? warming.add(thread) : warming.delete(thread)),
    forget(thread) {
      lateness.delete(thread);
      warming.delete(thread);
    },
    read({ nowMs, calls, cpuMs, rssBytes, jobs }) {
      const spentMs = cpuMs - (cpuBeforeMs ?? cpuMs);
      cpuBeforeMs = cpuMs;
      const waits = awaited.flatMap((kind) => {
        const figures = jobs[kind];
        return figures !== undefined && figures.jobs >= leastJobs ? [figures.waitP95Ms] : [];
      });
      const audioLateMs = audioLate(nowMs);
      const turnDelayMs = turnDelay(nowMs);
      return {
        nowMs,
        calls,
        cpuMs: spentMs,
        rssBytes,
        ...(warming.size === 0 ? {} : { warmingUp: true }),
        ...(waits.length === 0 ? {} : { queueDelayMs: Math.max(...waits) }),
        ...(audioLateMs === undefined ? {} : { audioLateMs }),
        ...(turnDelayMs === undefined ? {} : { turnDelayMs }),
      };
    },
  };
}
