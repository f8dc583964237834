import type { MessagePort } from 'node:worker_threads';
import type { NativeGate } from '../kit/native-gate.ts';
import type { FaultCode } from '../line/fault.ts';
import type { ModelProvider } from './session.ts';

/** An engine in a pool. */
export interface EngineSpec {
  readonly name: string;
  /**
   * Threads are assigned to lanes in turn: the first is home to the engines of lane 0, the next to those of lane 1, and
   * so on. Engines without a lane are at home on every thread; with fewer threads than lanes, all engines are.
   */
  readonly lane?: number;
  /** Whether the other threads load it as well and run its jobs while its home is busy. */
  readonly spills?: boolean;
  /** URL of the module that exports `createEngine`. */
  readonly module: string;
  readonly config: unknown;
}

export interface HostConfig {
  readonly engines: readonly EngineSpec[];
  readonly providers: readonly string[];
  /** See `SessionFactoryOptions`. */
  readonly packedFolders?: readonly string[] | undefined;
  /** Maximum concurrent jobs: 1 if a job occupies the thread, more if it waits for the network. */
  readonly concurrency: number;
  /** Unix niceness of the thread above the process's, so that model runs never delay the threads that move audio. */
  readonly niceness: number;
}

/** Start parameters of a host thread. */
export interface HostData extends HostConfig {
  readonly index: number;
  /**
   * One counter per host. Increases with every finished step, and while the host is idle. A counter that stands still
   * indicates a hang.
   */
  readonly progress: Int32Array;
  /** Gate of this host. */
  readonly gate: NativeGate;
}

/** From a client to a host. `abort` is the id of a cancelled job that may be waiting for the network. */
export type ClientMessage = JobMessage | { readonly abort: number };

/** Values of `aborted[0]`: a host ends the job at any but the first. A client that is served has read all it wanted. */
export const jobFlags = { wanted: 0, dropped: 1, served: 2 } as const;

export interface JobMessage {
  readonly id: number;
  readonly engine: string;
  /** Metrics label. */
  readonly kind: string;
  readonly job: unknown;
  /** Submission time, on the process clock. */
  readonly askedMs: number;
  /** Due time, on the process clock. Earlier jobs run first; ties in order of arrival. */
  readonly dueMs: number;
  readonly aborted: Int32Array;
}

/** From a host to a client. `end` or `failure` is the last message of a job. */
export type ResultMessage =
  | { readonly id: number; readonly kind: 'result'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'end' }
  | Failure;

interface Failure {
  readonly id: number;
  readonly kind: 'failure';
  readonly code: FaultCode;
  readonly message: string;
  /** Set if the fault has one. */
  readonly retryAfterMs?: number;
}

/** From the pool to its host. */
export type HostMessage = { readonly kind: 'client'; readonly port: MessagePort } | { readonly kind: 'close' };

/** Wait and run time of a job. */
export interface JobTimes {
  readonly kind: string;
  /** Whether its client dropped it while it ran. */
  readonly dropped: boolean;
  readonly waitedMs: number;
  readonly ranMs: number;
}

/** First message of a host to its pool. */
export type HostOpening =
  | {
      readonly kind: 'ready';
      /** Execution providers of its models. */
      readonly models: readonly ModelProvider[];
      /** Linux thread id. */
      readonly thread: number | undefined;
    }
  | { readonly kind: 'failed'; readonly code: FaultCode; readonly message: string };

/** Later messages of a host to its pool. */
export interface HostReport {
  readonly kind: 'done';
  readonly jobs: readonly JobTimes[];
}

/** Hosts of an engine: `home` runs its jobs first, `spare` helps while those are busy. */
export interface Carriers {
  readonly home: readonly number[];
  readonly spare: readonly number[];
}

/** One thread's connection to a pool. */
export interface PoolLink {
  /** One per host. */
  readonly ports: readonly MessagePort[];
  /**
   * Weight of the jobs on each host, with one row per client, shared by all threads. Separate rows can be cleared when
   * their client ends.
   */
  readonly load: Int32Array;
  readonly row: number;
  /** Hosts of each engine. */
  readonly carriers: Readonly<Record<string, Carriers>>;
  /** Maximum concurrent jobs per host. */
  readonly concurrency: number;
}
