/** Why a call is rejected. */
export type RefusalReason =
  | 'max_calls'
  | 'memory'
  | 'rated_capacity'
  | 'ramp'
  | 'queue_delay'
  | 'audio_late'
  | 'turn_latency';

/** Load of the machine at one moment. A metric is undefined if there was nothing to measure. */
export interface LoadMetrics {
  readonly nowMs: number;
  /** Number of calls in progress. */
  readonly calls: number;
  /** CPU time of the process since the previous metrics. */
  readonly cpuMs: number;
  /** True while models are warming up: CPU time then says nothing about calls. */
  readonly warmingUp?: boolean;
  readonly rssBytes: number;
  /** Recent wait for a thread of jobs that a caller waits for; 95th percentile. */
  readonly queueDelayMs?: number;
  /** Recent timer lateness of the media threads, worst thread; 95th percentile. */
  readonly audioLateMs?: number;
  /** Delay added to recent turns by recognition, synthesis and queueing; 95th percentile. */
  readonly turnDelayMs?: number;
}

export interface AdmissionLimits {
  readonly cores: number;
  /** Maximum number of calls; unlimited by default. */
  readonly maxCalls?: number;
  readonly maxRssBytes: number;
  /** False: only `maxCalls` applies. */
  readonly automatic: boolean;
}

export interface AdmissionStatus {
  /** Why new calls are rejected now; undefined if they are accepted. */
  readonly refusing: RefusalReason | undefined;
  /** Estimated call capacity of this machine. */
  readonly ratedCalls: number;
  /** Measured cost of a call, in cores. */
  readonly coresPerCall: number;
}

/** Decides whether one more call may be accepted. Pure: time is part of the input. */
export interface Admission {
  /** Receives the load a few times a second. */
  observe(load: LoadMetrics): void;
  /** Returns undefined to accept the call. `held`: number of calls in progress or being set up. */
  decide(nowMs: number, held: number): RefusalReason | undefined;
  readonly status: AdmissionStatus;
}

/** Above `above` no call is accepted, until the metric has stayed below `below` for a while. */
const gates = {
  queue_delay: { of: 'queueDelayMs', above: 250, below: 100 },
  audio_late: { of: 'audioLateMs', above: 20, below: 10 },
  turn_latency: { of: 'turnDelayMs', above: 500, below: 300 },
} as const;
type Gate = keyof typeof gates;

const reopenAfterMs = 3000;
/**
 * Loading and warming up models delays timers and jobs, which says nothing about calls. The metrics still contain those
 * measurements for the longest window of the gates; turns are not counted meanwhile.
 */
const settlingMs = 5000;
/**
 * Work of calls comes in bursts that wait for each other above some share of the cores; 24 calls on two cores kept
 * their latency at this one.
 */
const usableShare = 0.6;
/** Assumed until the cost of calls has been measured: 3 CPU-seconds a minute. */
const assumedCoresPerCall = 0.05;
/**
 * Weight of the assumption, in seconds of one call: small against expensive calls and large against cheap ones, because
 * a call that has just begun only listens to a greeting.
 */
const assumedCallSeconds = { dear: 60, cheap: 1200 } as const;
/** Window of the measured cost, in seconds of calls; older measurements fade. */
const rememberedCallSeconds = 6000;
/** The first calls after a start pay for compilation and cold caches: this many seconds of calls are ignored. */
const firstCallSeconds = 30;
/**
 * CPU time that the process uses without calls is not charged to calls. It is averaged over this many seconds, and
 * capped.
 */
const idle = { rememberedSeconds: 120, mostCores: 0.1 } as const;
/** Share of the rated calls that may start at once; the rest follow at the pace of the measurements. */
const burstShare = 0.5;
const leastBurst = 4;
const rampSeconds = 3;

/** Number of calls at once that a machine carries, if each takes `coresPerCall` of its `cores`; at least 1. */
export const ratedCalls = (cores: number, coresPerCall: number): number =>
  Math.max(1, Math.floor((cores * usableShare) / coresPerCall + 0.01));

export function createAdmission(limits: AdmissionLimits): Admission {
  const closed = new Map<Gate, { calmSinceMs: number | undefined }>();
  let last: LoadMetrics | undefined;
  let spentCoreSeconds = 0;
  let callSeconds = 0;
  let unlearnedCallSeconds = firstCallSeconds;
  let idleCoreSeconds = 0;
  let idleSeconds = 0;
  let settledMs = Number.NEGATIVE_INFINITY;
  let tokens = Number.POSITIVE_INFINITY;
  let filledMs: number | undefined;

  const costAgainst = (assumedSeconds: number): number =>
    (assumedCoresPerCall * assumedSeconds + spentCoreSeconds) / (assumedSeconds + callSeconds);
  const coresPerCall = (): number => Math.max(...Object.values(assumedCallSeconds).map(costAgainst));
  const rated = (): number => ratedCalls(limits.cores, coresPerCall());
  const burst = (): number => Math.max(leastBurst, Math.floor(rated() * burstShare));

  const idleCores = (): number => (idleSeconds === 0 ? 0 : Math.min(idle.mostCores, idleCoreSeconds / idleSeconds));

  function learn(load: LoadMetrics, before: LoadMetrics): void {
    if (load.warmingUp || before.warmingUp) return;
    const seconds = (load.nowMs - before.nowMs) / 1000;
    if (load.calls + before.calls === 0) learnIdle(seconds, load.cpuMs / 1000);
    else learnCost(seconds, ((load.calls + before.calls) / 2) * seconds, load.cpuMs / 1000);
  }

  function learnIdle(seconds: number, spent: number): void {
    const fade = Math.min(1, idle.rememberedSeconds / (idleSeconds + seconds));
    idleSeconds = (idleSeconds + seconds) * fade;
    idleCoreSeconds = (idleCoreSeconds + spent) * fade;
  }

  function learnCost(seconds: number, ofCalls: number, spent: number): void {
    if (unlearnedCallSeconds > 0) {
      unlearnedCallSeconds -= ofCalls;
      return;
    }
    const fade = Math.min(1, rememberedCallSeconds / (callSeconds + ofCalls));
    callSeconds = (callSeconds + ofCalls) * fade;
    spentCoreSeconds = (spentCoreSeconds + Math.max(0, spent - idleCores() * seconds)) * fade;
  }

  function turnGates(load: LoadMetrics): void {
    if (load.warmingUp) settledMs = load.nowMs + settlingMs;
    if (load.nowMs < settledMs) return;
    for (const [gate, { of, above, below }] of Object.entries(gates) as [Gate, (typeof gates)[Gate]][]) {
      const value = load[of] ?? 0;
      const shut = closed.get(gate);
      if (value > above) closed.set(gate, { calmSinceMs: undefined });
      else if (shut !== undefined && value > below) shut.calmSinceMs = undefined;
      else if (shut !== undefined) {
        shut.calmSinceMs ??= load.nowMs;
        if (load.nowMs - shut.calmSinceMs >= reopenAfterMs) closed.delete(gate);
      }
    }
  }

  function fill(nowMs: number): void {
    const perSecond = (rated() - burst()) / rampSeconds;
    const seconds = filledMs === undefined ? 0 : (nowMs - filledMs) / 1000;
    tokens = Math.min(burst(), tokens + Math.max(1, perSecond) * seconds);
    filledMs = nowMs;
  }

  function automaticReason(nowMs: number, held: number): RefusalReason | undefined {
    if ((last?.rssBytes ?? 0) > limits.maxRssBytes) return 'memory';
    // Without any call, slowness has another cause, and rejecting calls would not help.
    if (held === 0) return undefined;
    for (const gate of closed.keys()) return gate;
    if (held >= rated()) return 'rated_capacity';
    fill(nowMs);
    return tokens < 1 ? 'ramp' : undefined;
  }

  return {
    observe(load) {
      if (last !== undefined) learn(load, last);
      turnGates(load);
      last = load;
    },
    decide(nowMs, held) {
      if (limits.maxCalls !== undefined && held >= limits.maxCalls) return 'max_calls';
      if (!limits.automatic) return undefined;
      const reason = automaticReason(nowMs, held);
      if (reason === undefined) tokens -= 1;
      return reason;
    },
    get status() {
      const held = last?.calls ?? 0;
      const full = held >= (limits.maxCalls ?? Number.POSITIVE_INFINITY) ? ('max_calls' as const) : undefined;
      const memory = (last?.rssBytes ?? 0) > limits.maxRssBytes ? ('memory' as const) : undefined;
      const [gate] = closed.keys();
      const over = held >= rated() ? ('rated_capacity' as const) : undefined;
      return {
        refusing: full ?? (limits.automatic ? (memory ?? gate ?? over) : undefined),
        ratedCalls: limits.automatic ? Math.min(rated(), limits.maxCalls ?? rated()) : (limits.maxCalls ?? rated()),
        coresPerCall: coresPerCall(),
      };
    },
  };
}
