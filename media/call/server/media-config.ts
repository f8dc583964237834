import type { KernelSetting } from '../../dsp/kernels/forms.ts';
import type { SpeechServers } from '../../engines/remote/servers.ts';
import type { SpeechEngineSpec } from '../../engines/spec.ts';
import type { JobFigures, JobTotals } from '../../inference/job-times.ts';
import type { ModelProvider } from '../../inference/session.ts';
import type { LlmConfig } from '../../line/agent.ts';
import type { SpeculationReport } from '../../ports.ts';
import type { AdmissionLimits } from './admission.ts';
import type { AdmissionControlStatus } from './admission-control.ts';
import type { RtpSettings, VoiceDetectorStatus } from './thread-protocol.ts';

export interface MediaConfig {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly driver: 'auto' | 'uws' | 'ws';
  /**
   * `maxStreams`: concurrent streams. `maxWaitingStreams`: sockets that are not accepted yet. Both for all threads
   * together; the limits of `wire/` by default.
   */
  readonly maxStreams?: number;
  readonly maxWaitingStreams?: number;
  /** Port for AudioSocket connections, whose calls are all on the first thread; 0 selects any free port. */
  readonly audioSocketPort?: number;
  /** Address and ports for the audio of telephones; none by default. */
  readonly rtp?: RtpSettings;
  readonly mediaThreads: number;
  readonly inferenceThreads: number;
  readonly modelsDir: string;
  /** Where models are kept as packed for this processor if `modelsDir` is read-only. */
  readonly packedModelsDir?: string;
  readonly executionProviders: readonly string[];
  /** Implementation of the numeric kernels; `auto` by default. */
  readonly kernels?: KernelSetting;
  readonly llm?: LlmConfig;
  /** Limits beyond which calls are rejected; none by default. */
  readonly admission?: AdmissionLimits;
  /** Servers that recognise and speak for the organisations that route to them. Contains secrets. */
  readonly speechServers?: SpeechServers;
  /** The speech engines; by default those of the registry and the servers. */
  readonly speechEngines?: readonly SpeechEngineSpec[];
  /** Modules that replace the built-in engines, so that thousands of calls can run without models. */
  readonly engines?: Readonly<Partial<Record<EngineName, EngineModule>>>;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

export type EngineName = 'recognise' | 'speak' | 'turn' | 'brain';

/** A module that exports `createEngine`, and its configuration. */
export interface EngineModule {
  readonly module: string;
  readonly config: unknown;
}

export interface MediaStatus {
  readonly driver: string;
  readonly activeCalls: number;
  readonly brain: 'openai' | 'embedded';
  readonly admission: AdmissionControlStatus;
  readonly inference: {
    readonly threads: number;
    /** Execution providers in the configured order of preference. */
    readonly providers: readonly string[];
    /** Providers that the models actually run on. */
    readonly models: readonly ModelProvider[];
    readonly restarts: number;
    /** Total weight of waiting and running jobs, in roughly milliseconds. */
    readonly queued: number;
    /** Wait and duration of jobs in the last seconds, by kind. */
    readonly jobs: Readonly<Record<string, JobFigures>>;
    /** All jobs since the start, by kind. */
    readonly jobTotals: Readonly<Record<string, JobTotals>>;
  };
  /** One entry for each media thread. */
  readonly voiceDetectors: readonly VoiceDetectorStatus[];
  /** Speculative replies of all calls that have ended. */
  readonly speculation: SpeculationReport;
  /** Lateness of the beat that paces audio, on the worst thread. */
  readonly latenessMs: { readonly p50: number; readonly p99: number; readonly max: number };
}
