/** The tensor types that the models use. */
export type Tensor =
  | { readonly type: 'float32'; readonly data: Float32Array; readonly dims: readonly number[] }
  | { readonly type: 'int64'; readonly data: BigInt64Array; readonly dims: readonly number[] }
  | { readonly type: 'int32'; readonly data: Int32Array; readonly dims: readonly number[] };

/** A loaded model. `run` blocks the calling thread until it is done. */
export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>, fetches?: readonly string[]): Promise<Readonly<Record<string, Tensor>>>;
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Number of intra-op threads; 1 by default. */
  readonly threads?: number;
  /** Intermediate values of the model to return besides its outputs, where the runtime supports this. */
  readonly outputs?: readonly string[];
}

/** Opens an ONNX file with the configured execution provider. Throws `model_unreadable`. */
export type OpenSession = (path: string, options?: SessionOptions) => Promise<Session>;

/** Whether the result is still wanted. The check only reads shared memory, so make it between model steps. */
export interface JobSignal {
  readonly aborted: boolean;
  /**
   * Calls back once when the job is cancelled, immediately if it already is. The returned function removes the callback.
   * Absent on threads that run one job at a time: they receive no messages while a job runs.
   */
  readonly onAbort?: (callback: () => void) => () => void;
}

/**
 * Runs jobs that need models or the network, on its own thread. A job yields any number of results and then ends; an
 * aborted job ends early without an error. The engine may use a job's sample arrays until the job ends; the receiver
 * owns those of a result.
 */
export interface Engine<Job, Result> {
  run(job: Job, signal: JobSignal): AsyncIterable<Result>;
  close(): Promise<void>;
}

/** Type of `createEngine`, the only export of a module that a host thread loads. `config` is structured-cloneable. */
export type CreateEngine<Config, Job, Result> = (config: Config, open: OpenSession) => Promise<Engine<Job, Result>>;

/** An engine as the rest of the line uses it. */
export interface EngineClient<Job, Result> {
  /**
   * May leave the job's sample arrays empty (transferred). Ends without throwing when `signal` aborts. Throws the
   * engine's error, or `engine_died`.
   */
  run(job: Job, signal: AbortSignal): AsyncIterable<Result>;
}
