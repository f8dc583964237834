import type { MessagePort } from 'node:worker_threads';
import type { NativeGate } from '../kit/native-gate.ts';
import type { FaultCode } from '../line/fault.ts';
import type { ModelProvider } from './session.ts';

/** An engine of a pool. */
export interface EngineSpec {
  readonly name: string;
  /**
   * Threads take turns: the first is home to the engines of lane 0, the next to those of lane 1, and so on. An engine
   * without a lane is at home on every thread, and where there are fewer threads than lanes, every engine is.
   */
  readonly lane?: number;
  /** The other threads carry it as well, and run its jobs while its home is busy. */
  readonly spills?: boolean;
  /** URL of the module that exports `createEngine`. */
  readonly module: string;
  readonly config: unknown;
}

export interface HostConfig {
  readonly engines: readonly EngineSpec[];
  readonly providers: readonly string[];
  /** Jobs in progress at once: 1 where a job occupies the thread, more where it waits for the network. */
  readonly concurrency: number;
  /** Unix niceness of the thread, so that model runs never delay the threads that move audio. */
  readonly niceness: number;
}

/** What a host thread is started with. */
export interface HostData extends HostConfig {
  readonly index: number;
  /** One for each host: goes up with every step that is done, and while nothing is to do. One that stands still has hung. */
  readonly progress: Int32Array;
  /** Of this host. */
  readonly gate: NativeGate;
}

/** From a client to a host. `aborted[0]` turns 1 when the asker has lost interest. */
export interface JobMessage {
  readonly id: number;
  readonly engine: string;
  /** What it is counted as. */
  readonly kind: string;
  readonly job: unknown;
  /** When it was asked for, on the clock of the process. */
  readonly askedMs: number;
  /** On the clock of the process. Sooner is first; equal ones in order of arrival. */
  readonly dueMs: number;
  readonly aborted: Int32Array;
}

/** From a host to a client; `end` and `failure` are the last of a job. */
export type ResultMessage =
  | { readonly id: number; readonly kind: 'result'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'end' }
  | Failure;

interface Failure {
  readonly id: number;
  readonly kind: 'failure';
  readonly code: FaultCode;
  readonly message: string;
  /** Of a fault that has one. */
  readonly retryAfterMs?: number;
}

/** From the pool to its host. */
export type HostMessage = { readonly kind: 'client'; readonly port: MessagePort } | { readonly kind: 'close' };

/** How long a job waited for its turn and then ran. */
export interface JobTimes {
  readonly kind: string;
  readonly waitedMs: number;
  readonly ranMs: number;
}

/** The first that a host tells its pool. */
export type HostOpening =
  | {
      readonly kind: 'ready';
      /** What its models run on. */
      readonly models: readonly ModelProvider[];
      /** The number that Linux gives the thread. */
      readonly thread: number | undefined;
    }
  | { readonly kind: 'failed'; readonly code: FaultCode; readonly message: string };

/** From a host to its pool, afterwards. */
export interface HostReport {
  readonly kind: 'done';
  readonly jobs: readonly JobTimes[];
}

/** Hosts that carry an engine: those that run its jobs first, and those that help while the first are busy. */
export interface Carriers {
  readonly home: readonly number[];
  readonly spare: readonly number[];
}

/** One thread's way to a pool. */
export interface PoolLink {
  /** One to each host. */
  readonly ports: readonly MessagePort[];
  /** Weight of what waits on each host, a row for each client, shared by all. A row of its own can be cleared with its client. */
  readonly load: Int32Array;
  readonly row: number;
  /** By engine, the hosts that carry it. */
  readonly carriers: Readonly<Record<string, Carriers>>;
  /** Jobs that a host runs at once. */
  readonly concurrency: number;
}
