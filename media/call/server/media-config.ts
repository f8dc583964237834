import type { KernelSetting } from '../../dsp/kernels/forms.ts';
import type { SpeechServers } from '../../engines/remote/servers.ts';
import type { SpeechEngineSpec } from '../../engines/spec.ts';
import type { JobFigures } from '../../inference/job-times.ts';
import type { ModelProvider } from '../../inference/session.ts';
import type { LlmConfig } from '../../line/brain.ts';
import type { SpeculationReport } from '../../ports.ts';
import type { AdmissionLimits } from './admission.ts';
import type { AdmissionControlStatus } from './admission-control.ts';
import type { VoiceDetectorStatus } from './thread-protocol.ts';

export interface MediaConfig {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly driver: 'auto' | 'uws' | 'ws';
  /** Streams at once, and sockets that are not accepted yet; of all threads together. The wire's own limits by default. */
  readonly maxStreams?: number;
  readonly maxWaitingStreams?: number;
  readonly mediaThreads: number;
  readonly inferenceThreads: number;
  readonly modelsDir: string;
  readonly executionProviders: readonly string[];
  /** How the numeric kernels are run; `auto` by default. */
  readonly kernels?: KernelSetting;
  readonly llm?: LlmConfig;
  /** When calls are rejected; never by default. */
  readonly admission?: AdmissionLimits;
  /** Servers that recognise and speak for those who route to them. Contains secrets. */
  readonly speechServers?: SpeechServers;
  /** The speech engines; those of the registry and the servers by default. */
  readonly speechEngines?: readonly SpeechEngineSpec[];
  /** Modules that take the place of our own engines, so that thousands of calls cost no models. */
  readonly engines?: Readonly<Partial<Record<EngineName, EngineModule>>>;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

export type EngineName = 'recognise' | 'speak' | 'turn' | 'brain';

/** A module with a `createEngine`, and the configuration it is given. */
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
    /** What the models really run on. */
    readonly models: readonly ModelProvider[];
    readonly restarts: number;
    /** Weight of what waits or runs, about milliseconds. */
    readonly queued: number;
    /** What jobs had to wait and took in the last seconds, by kind. */
    readonly jobs: Readonly<Record<string, JobFigures>>;
  };
  /** Of each media thread. */
  readonly voiceDetectors: readonly VoiceDetectorStatus[];
  /** Speculative replies in all calls that have ended. */
  readonly speculation: SpeculationReport;
  /** How late the beat that paces audio comes, worst thread. */
  readonly latenessMs: { readonly p50: number; readonly p99: number; readonly max: number };
}
