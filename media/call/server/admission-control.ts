import type { JobFigures } from '../../inference/job-times.ts';
import type { CallEvent } from '../../ports.ts';
import { type AdmissionLimits, type AdmissionStatus, createAdmission, type RefusalReason } from './admission.ts';
import { createCallSlots } from './call-slots.ts';
import { createLoadGauge } from './load-metrics.ts';

export interface AdmissionControlStatus extends AdmissionStatus {
  /** Number of calls whose stream is expected. */
  readonly settingUp: number;
  /** Calls rejected since the start, by reason. */
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
}

/** Reserves a slot for each call, monitors the machine's load, and rejects the calls that it cannot carry. */
export interface AdmissionControl {
  reserve(callUuid: string): RefusalReason | undefined;
  /** Called when the stream of a call arrives. */
  claim(callUuid: string): RefusalReason | undefined;
  leave(callUuid: string): void;
  event(callUuid: string, event: CallEvent): void;
  late(thread: number, lateMs: number): void;
  /** Called when a media thread starts or finishes warming up its models. */
  warming(thread: number, isWarming: boolean): void;
  forgetThread(thread: number): void;
  readonly status: AdmissionControlStatus;
  close(): void;
}

export interface AdmissionControlOptions {
  /** Accepts every call by default. */
  readonly limits: AdmissionLimits | undefined;
  readonly jobs: () => Readonly<Record<string, JobFigures>>;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

const readEveryMs = 250;
/** Minimum interval between log lines about rejected calls; all are counted. */
const tellEveryMs = 1000;
const unlimited: AdmissionLimits = { automatic: false, cores: 1, maxRssBytes: Number.POSITIVE_INFINITY };

export function createAdmissionControl({ limits = unlimited, jobs, log }: AdmissionControlOptions): AdmissionControl {
  const admission = createAdmission(limits);
  const slots = createCallSlots(admission);
  const gauge = createLoadGauge();
  const readRss = createRssReader();
  let refusing: RefusalReason | undefined;
  let loggedMs = Number.NEGATIVE_INFINITY;

  function logged(callUuid: string, reason: RefusalReason | undefined, nowMs: number): RefusalReason | undefined {
    if (reason !== undefined && nowMs - loggedMs >= tellEveryMs) {
      loggedMs = nowMs;
      log('rejected a call', { callUuid, reason, refused: { ...slots.refused } });
    }
    return reason;
  }

  /** Logs one line when calls begin to be rejected and one when they are accepted again, not one per call. */
  function tellChange(reason: RefusalReason | undefined): void {
    if ((reason === undefined) === (refusing === undefined)) return;
    refusing = reason;
    const { ratedCalls } = admission.status;
    const detail = { calls: slots.live, ratedCalls, refused: { ...slots.refused } };
    if (reason === undefined) log('accepting new calls again', detail);
    else log('rejecting new calls', { reason, ...detail });
  }

  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage();
    admission.observe(
      gauge.read({
        nowMs: performance.now(),
        calls: slots.live,
        cpuMs: (user + system) / 1000,
        rssBytes: readRss(),
        jobs: jobs(),
      }),
    );
    tellChange(admission.status.refusing);
  }, readEveryMs);

  return {
    reserve(callUuid) {
      const nowMs = performance.now();
      return logged(callUuid, slots.offer(callUuid, nowMs), nowMs);
    },
    claim(callUuid) {
      const nowMs = performance.now();
      return logged(callUuid, slots.claim(callUuid, nowMs), nowMs);
    },
    leave: slots.leave,
    event(callUuid, event) {
      if (event.type === 'started') slots.started(callUuid);
      else if (event.type === 'ended') slots.leave(callUuid);
      else if (event.type === 'turn') gauge.turn(event.latency, performance.now());
    },
    late: (thread, lateMs) => gauge.late(thread, lateMs, performance.now()),
    warming: gauge.warming,
    forgetThread: gauge.forget,
    get status() {
      return { ...admission.status, settingUp: slots.settingUp, refused: { ...slots.refused } };
    },
    close: () => clearInterval(timer),
  };
}

/** Returns resident memory in bytes. Reading it opens a file: without a free descriptor the last value is returned. */
function createRssReader(): () => number {
  let lastBytes = 0;
  return () => {
    try {
      lastBytes = process.memoryUsage.rss();
    } catch {
      // The next reading may succeed.
    }
    return lastBytes;
  };
}
