import { z } from 'zod';

/** Milliseconds, over the last five seconds. */
const jobs = z.object({
  jobs: z.number().int(),
  wait_p50_ms: z.number(),
  wait_p95_ms: z.number(),
  run_p50_ms: z.number(),
  run_p95_ms: z.number(),
});

const admission = z.object({
  /** Why new calls are rejected now; null while they are accepted. */
  refusing: z.string().nullable(),
  /** Estimated call capacity of this machine. */
  rated_calls: z.number().int(),
  /** What a call was measured to cost, in cores. */
  cores_per_call: z.number(),
  /** Calls whose stream is expected. */
  setting_up: z.number().int(),
  /** Calls rejected since the start, by reason. */
  refused: z.record(z.string(), z.number().int()),
});

const runsOn = z.object({
  /** Folder and file. */
  model: z.string(),
  provider: z.string(),
  /** Parts that the provider has no kernel for run on the CPU. */
  partly: z.boolean(),
  /** Providers that were preferred, and why they could not be used. */
  missed: z.array(z.object({ provider: z.string(), reason: z.string() })),
});

/** How a media thread runs the voice detector's steps of its calls together. */
const voiceDetector = z.object({
  /** Streams in one run, at most. */
  most_streams: z.number().int(),
  /** So many are worth a run; fewer of many may be left to the next beat, 10 ms later. */
  enough: z.number().int(),
  /** Measured at the start: what a run of so many takes, and whether every stream got the same bits as alone. */
  measured: z.array(z.object({ streams: z.number().int(), run_ms: z.number(), exact: z.boolean() })),
  runs: z.number().int(),
  steps: z.number().int(),
});

export const health = z.object({
  /** `busy`: whole, and new calls are rejected for now. */
  status: z.enum(['ok', 'busy', 'degraded', 'draining']),
  version: z.string(),
  node: z.string(),
  uptime_seconds: z.number().int(),
  cluster: z.object({
    /** What this process does: all, the API and jobs, or calls. */
    role: z.enum(['all', 'control', 'media']),
    /** Name of this process among those of the installation; another one after each start. */
    id: z.string(),
    /** Null where NATS is not used. */
    nats: z.enum(['connected', 'away']).nullable(),
    /** Processes on the same PostgreSQL database that gave a heartbeat within six seconds. */
    nodes: z.array(
      z.object({
        id: z.string(),
        role: z.enum(['all', 'control', 'media']),
        state: z.enum(['serving', 'draining']),
        version: z.string(),
        /** Calls that it takes, that it carries, and whose stream it expects. */
        capacity: z.number().int(),
        used: z.number().int(),
        reserved: z.number().int(),
        silent_ms: z.number().int(),
      }),
    ),
  }),
  media: z.object({
    driver: z.string(),
    active_calls: z.number().int(),
    /** How late the beat that paces audio came in about the last minute. */
    lateness_ms: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
  }),
  admission,
  inference: z.object({
    threads: z.number().int(),
    /** As configured. */
    providers: z.array(z.string()).readonly(),
    models: z.array(runsOn),
    restarts: z.number().int(),
    queued: z.number(),
    jobs: z.record(z.string(), jobs),
  }),
  voice_detectors: z.array(voiceDetector),
  models: z.array(z.string()),
  brain: z.enum(['openai', 'embedded']),
  /** What the next call uses. */
  model_routing: z.object({
    stt_model: z.string(),
    /** Whether the stage uses a server of one's own. */
    diarization: z.boolean(),
    embedding: z.boolean(),
    vllm: z.boolean(),
    /** Providers whose speech engines are configured. */
    speech_providers: z.array(z.string()),
  }),
  /** Those that models really run on, the most used first. */
  execution_provider: z.string(),
  /** Replies begun at a pause, in calls that have ended; `wasted` is the part of the work done for nothing. */
  speculation: z.object({
    started: z.number().int(),
    redeemed: z.number().int(),
    dropped: z.number().int(),
    made_ms: z.number(),
    wasted_ms: z.number(),
    made_characters: z.number().int(),
    wasted_characters: z.number().int(),
  }),
  /** Where the data is. `low`: no files are taken; `full`: writes are refused. */
  disk: z.object({
    state: z.enum(['ok', 'low', 'full']),
    /** Null until it was looked at. */
    free_bytes: z.number().int().nullable(),
    /** Whether room is kept back for the moment when there is none. */
    ballast: z.boolean(),
  }),
  /**
   * Whether every server reads all files. Where it does not, `stores` counts the data directories with files: each is
   * read by its own servers only.
   */
  files: z.object({ shared: z.boolean(), stores: z.number().int() }),
  call_log: z.object({ waiting: z.number().int(), refused: z.number().int() }),
  /** Alarms of all calls since the start, by code. */
  alarms: z.record(z.string(), z.number().int()),
});

health.register(z.globalRegistry, { id: 'Health' });

export type Health = z.output<typeof health>;

export const readiness = z.object({
  ready: z.boolean(),
  /** `ok`, or what is wrong. */
  checks: z.record(z.string(), z.string()),
});

export type Readiness = z.output<typeof readiness>;
