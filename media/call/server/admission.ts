/** Why a call is not taken. */
export type RefusalReason =
  | 'max_calls'
  | 'memory'
  | 'rated_capacity'
  | 'ramp'
  | 'queue_delay'
  | 'audio_late'
  | 'turn_latency';

/** What the machine shows at one moment. A figure is undefined when nothing was there to be measured. */
export interface LoadMetrics {
  readonly nowMs: number;
  /** Calls that are being held. */
  readonly calls: number;
  /** Processor time that the process spent since the metrics before these. */
  readonly cpuMs: number;
  /** Models are still being warmed up: what is spent says nothing about calls. */
  readonly warmingUp?: boolean;
  readonly rssBytes: number;
  /** How long jobs that hold up a caller lately waited for a thread; 95th percentile. */
  readonly queueDelayMs?: number;
  /** How late the media threads' timers lately came, worst thread; 95th percentile. */
  readonly audioLateMs?: number;
  /** What recognition, synthesis and queueing added to recent turns; 95th percentile. */
  readonly turnDelayMs?: number;
}

export interface AdmissionLimits {
  readonly cores: number;
  /** Never more than this many calls; no such limit by default. */
  readonly maxCalls?: number;
  readonly maxRssBytes: number;
  /** False: only `maxCalls` counts. */
  readonly automatic: boolean;
}

export interface AdmissionStatus {
  /** What keeps new calls out now; undefined when nothing does. */
  readonly refusing: RefusalReason | undefined;
  /** Estimated call capacity of this machine. */
  readonly ratedCalls: number;
  /** What a call was measured to cost, in cores. */
  readonly coresPerCall: number;
}

/** Decides whether one more call may be accepted. Pure: time is part of the input. */
export interface Admission {
  /** Receives the load a few times a second. */
  observe(load: LoadMetrics): void;
  /** Undefined: taken. `held` counts the calls that are held or being set up. */
  decide(nowMs: number, held: number): RefusalReason | undefined;
  readonly status: AdmissionStatus;
}

/** Beyond `above` no call is taken; once it was beyond, not before it stayed below `below` for a while. */
const gates = {
  queue_delay: { of: 'queueDelayMs', above: 250, below: 100 },
  audio_late: { of: 'audioLateMs', above: 20, below: 10 },
  turn_latency: { of: 'turnDelayMs', above: 500, below: 300 },
} as const;
type Gate = keyof typeof gates;

const reopenAfterMs = 3000;
/**
 * Models that load and warm up make timers late and jobs wait, which says nothing about calls. What was measured then is
 * still in the figures for as long as the longest window of the gates, without turns: those are not counted meanwhile.
 */
const settlingMs = 5000;
/** Calls come in bunches of work, which wait for each other beyond some share of the cores; 24 calls on two cores held their latency at this one. */
const usableShare = 0.6;
/** Until calls have shown what they cost: 3 CPU-seconds a minute. */
const assumedCoresPerCall = 0.05;
/**
 * The assumption weighs as much as so many seconds of one call: little against calls that turn out dear, much against
 * cheap ones, since calls that have just begun only listen to a greeting.
 */
const assumedCallSeconds = { dear: 60, cheap: 1200 } as const;
/** What was measured longer ago than this many seconds of calls fades. */
const rememberedCallSeconds = 6000;
/** The first calls after a start pay for what all later ones find compiled and in the caches: so many seconds of calls are not learned from. */
const firstCallSeconds = 30;
/** CPU that the process uses without any call is not charged to calls: averaged over so many seconds, and capped. */
const idle = { rememberedSeconds: 120, mostCores: 0.1 } as const;
/** Of the rated calls this share may come at once; the rest at the pace at which measurements follow. */
const burstShare = 0.5;
const leastBurst = 4;
const rampSeconds = 3;

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
  const rated = (): number => Math.max(1, Math.floor((limits.cores * usableShare) / coresPerCall() + 0.01));
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
    // With no call to spare, whatever is slow is slow for another reason, and refusing would not mend it.
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
