/** The tensor types that the models here use. */
export type Tensor =
  | { readonly type: 'float32'; readonly data: Float32Array; readonly dims: readonly number[] }
  | { readonly type: 'int64'; readonly data: BigInt64Array; readonly dims: readonly number[] }
  | { readonly type: 'int32'; readonly data: Int32Array; readonly dims: readonly number[] };

/** A loaded model. `run` occupies the calling thread until it is done. */
export interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>, fetches?: readonly string[]): Promise<Readonly<Record<string, Tensor>>>;
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Intra-op threads; 1 by default. */
  readonly threads?: number;
  /** Values inside the model to give out besides its own outputs, where the runtime is able to. */
  readonly outputs?: readonly string[];
}

/** Opens an ONNX file on the configured execution provider. Throws `model_unreadable`. */
export type OpenSession = (path: string, options?: SessionOptions) => Promise<Session>;

/** Whether the asker still wants the answer. Cheap: reads shared memory, so ask between model steps. */
export interface JobSignal {
  readonly aborted: boolean;
}

/**
 * Work that needs models or the network, hosted on a thread of its own. A job is answered by any number of
 * results, then ends; an aborted job ends early and quietly. Sample arrays of a job are lent for as long as it runs, and
 * those of a result given away.
 */
export interface Engine<Job, Result> {
  run(job: Job, signal: JobSignal): AsyncIterable<Result>;
  close(): Promise<void>;
}

/** The one export, `createEngine`, of a module that a host thread loads. `config` is structured-cloneable. */
export type CreateEngine<Config, Job, Result> = (config: Config, open: OpenSession) => Promise<Engine<Job, Result>>;

/** What the rest of the line sees of an engine: ask, read, abort. */
export interface EngineClient<Job, Result> {
  /** The job's sample arrays may be empty afterwards. Ends without throwing when `signal` aborts. Throws the engine's error, or `engine_died`. */
  run(job: Job, signal: AbortSignal): AsyncIterable<Result>;
}
