import { access, readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-node';
import type { OpenSession, Session, Tensor } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import { withOutputs } from './model-outputs.ts';

export interface SessionFactoryOptions {
  /** ONNX Runtime execution providers in order of preference, e.g. `cuda`, `webgpu`, `cpu`. */
  readonly providers: readonly string[];
  /** Told once for each provider that could not be used. */
  readonly onFallback?: (provider: string, reason: string) => void;
  /** Told after each run of a model. */
  readonly onStep?: () => void;
}

/** Opens models on the first provider that works. Throws `model_missing` or `model_unreadable`. */
export function createOpenSession(options: SessionFactoryOptions): OpenSession {
  return async (path, { threads = 1, outputs = [] } = {}) => {
    await access(path).catch(() => {
      throw new MediaFault('model_missing', `there is no model at ${path}`);
    });
    const model = outputs.length === 0 ? undefined : withOutputs(await readFile(path), outputs);
    const failures: unknown[] = [];
    for (const provider of options.providers) {
      try {
        const settings = sessionOptions(provider, threads);
        const session =
          model === undefined
            ? ort.InferenceSession.create(path, settings)
            : ort.InferenceSession.create(model, settings);
        return wrap(await session, options.onStep);
      } catch (error) {
        failures.push(error);
        if (provider !== 'cpu') options.onFallback?.(provider, String(error));
      }
    }
    throw new MediaFault('model_unreadable', `the model at ${path} cannot be loaded`, { cause: failures.at(-1) });
  };
}

function sessionOptions(provider: string, threads: number): ort.InferenceSession.SessionOptions {
  return {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // An arena keeps the most that any utterance ever took: 140 MB a thread after one of 28 s, for no speed (measured).
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Idle threads of one call must not burn the core that another call needs.
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  };
}

function wrap(session: ort.InferenceSession, onStep = (): void => {}): Session {
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    async run(feeds, fetches) {
      const given: Record<string, ort.Tensor> = {};
      for (const [name, tensor] of Object.entries(feeds)) given[name] = toOrt(tensor);
      const made = fetches === undefined ? await session.run(given) : await session.run(given, [...fetches]);
      onStep();
      const results: Record<string, Tensor> = {};
      for (const [name, tensor] of Object.entries(made)) results[name] = fromOrt(name, tensor);
      return results;
    },
    close: () => session.release(),
  };
}

function toOrt(tensor: Tensor): ort.Tensor {
  switch (tensor.type) {
    case 'float32':
      return new ort.Tensor('float32', tensor.data, tensor.dims);
    case 'int64':
      return new ort.Tensor('int64', tensor.data, tensor.dims);
    case 'int32':
      return new ort.Tensor('int32', tensor.data, tensor.dims);
  }
}

function fromOrt(name: string, tensor: ort.Tensor): Tensor {
  const { type, data, dims } = tensor;
  if (type === 'float32') return { type, data: data as Float32Array, dims };
  if (type === 'int64') return { type, data: data as BigInt64Array, dims };
  if (type === 'int32') return { type, data: data as Int32Array, dims };
  throw new MediaFault('model_unreadable', `output ${name} is ${type}, which no model here gives`);
}
