import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';

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
  /** Call capacity of this machine, estimated. */
  rated_calls: z.number().int(),
  /** Measured cost of a call, in cores. */
  cores_per_call: z.number(),
  /** Number of calls whose stream has not opened yet. */
  setting_up: z.number().int(),
  /** Number of calls rejected since startup, by reason. */
  refused: z.record(z.string(), z.number().int()),
});

const runsOn = z.object({
  /** Folder and file. */
  model: z.string(),
  provider: z.string(),
  /** True if parts that the provider has no kernel for run on the CPU. */
  partly: z.boolean(),
  /** Preferred providers that could not be used, with the reason. */
  missed: z.array(z.object({ provider: z.string(), reason: z.string() })),
});

/** Batching of the voice detector's steps across the calls of a media thread. */
const voiceDetector = z.object({
  /** Maximum number of streams in one run. */
  most_streams: z.number().int(),
  /**
   * Number of streams that justifies a run. The remainder of a larger number may wait for the next tick, 10 ms later.
   */
  enough: z.number().int(),
  /**
   * Measured at startup: duration of a run with so many streams, and whether each stream got bit-identical results to a
   * run alone.
   */
  measured: z.array(z.object({ streams: z.number().int(), run_ms: z.number(), exact: z.boolean() })),
  runs: z.number().int(),
  steps: z.number().int(),
});

export const health = z.object({
  /** `busy`: healthy, but new calls are rejected for now. */
  status: z.enum(['ok', 'busy', 'degraded', 'draining']),
  version: z.string(),
  node: z.string(),
  uptime_seconds: z.number().int(),
  cluster: z.object({
    /** Role of this process: everything, the API and jobs, or calls. */
    role: z.enum(['all', 'control', 'media']),
    /** Id of this process within the installation; changes with each start. */
    id: z.string(),
    /** Null if NATS is not used. */
    nats: z.enum(['connected', 'away']).nullable(),
    /** Number of messages between nodes dropped since startup because of their signature, time or repetition. */
    refused_messages: z.record(z.string(), z.number().int()),
    /** Processes on the same PostgreSQL database with a heartbeat in the last six seconds. */
    nodes: z.array(
      z.object({
        id: z.string(),
        role: z.enum(['all', 'control', 'media']),
        state: z.enum(['serving', 'draining']),
        version: z.string(),
        /** Call capacity, live calls, and calls whose stream has not opened yet. */
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
    /** Delay of the audio pacing tick over about the last minute. */
    lateness_ms: z.object({ p50: z.number(), p99: z.number(), max: z.number() }),
  }),
  admission,
  inference: z.object({
    threads: z.number().int(),
    /** Providers as configured. */
    providers: z.array(z.string()).readonly(),
    models: z.array(runsOn),
    restarts: z.number().int(),
    queued: z.number(),
    jobs: z.record(z.string(), jobs),
  }),
  voice_detectors: z.array(voiceDetector),
  models: z.array(z.string()),
  brain: z.enum(['openai', 'embedded']),
  /** Turns of calls that a language model was asked for since startup, by who answered. */
  answered_turns: z.object({
    /** The model that was asked first. */
    model: z.number().int(),
    /** Its fallback. */
    fallback: z.number().int(),
    /** The embedded agent, because the models failed. */
    embedded: z.number().int(),
    /** Number of failures by code. */
    failures: z.record(z.string(), z.number().int()),
  }),
  /** Connection to the database. While it is away, calls continue and the rest of this document may be old. */
  database: z.object({
    state: z.enum(['connected', 'away']),
    /** Null while it is connected. */
    away_seconds: z.number().int().nullable(),
  }),
  /** Settings for the next call; null until they have been read. */
  model_routing: z
    .object({
      stt_model: z.string(),
      /** Whether the stage is enabled. */
      diarization: z.boolean(),
      embedding: z.boolean(),
      vllm: z.boolean(),
      /** Enabled stages whose server is not used. */
      unused_stages: z.array(z.string()),
      /** Providers whose speech engines are configured. */
      speech_providers: z.array(z.string()),
    })
    .nullable(),
  /** Providers that models actually run on, the most used first. */
  execution_provider: z.string(),
  /** Speculative replies, in calls that have ended; `wasted` is the share of the work that was discarded. */
  speculation: z.object({
    started: z.number().int(),
    redeemed: z.number().int(),
    dropped: z.number().int(),
    made_ms: z.number(),
    wasted_ms: z.number(),
    made_characters: z.number().int(),
    wasted_characters: z.number().int(),
  }),
  /** State of the data disk. `low`: files are refused; `full`: writes are refused. */
  disk: z.object({
    state: z.enum(['ok', 'low', 'full']),
    /** Null before the first check. */
    free_bytes: z.number().int().nullable(),
    /** Whether a reserve file exists that is released when the disk is full. */
    ballast: z.boolean(),
  }),
  /**
   * Whether every server can read all files. If not, `stores` counts the data directories with files, each readable by
   * its own servers only.
   */
  files: z.object({ shared: z.boolean(), stores: z.number().int() }),
  call_log: z.object({ waiting: z.number().int(), refused: z.number().int() }),
  /** Number of alarms of all calls since startup, by code. */
  alarms: z.record(z.string(), z.number().int()),
});

export type Health = z.output<typeof health>;

export const readiness = z.object({
  ready: z.boolean(),
  /** `ok`, or the problem. While the database is away, `database` begins with `away`, and the server may be ready. */
  checks: z.record(z.string(), z.string()),
});

export type Readiness = z.output<typeof readiness>;

nameSchemas({
  Health: health,
  Readiness: readiness,
  ClusterNode: health.shape.cluster.shape.nodes.element,
  LoadedModel: runsOn,
  VoiceDetector: voiceDetector,
});
