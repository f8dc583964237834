import '../kit/telemetry-off.ts';
import { access, readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-node';
import { type NativeGate, throughGate } from '../kit/native-gate.ts';
import type { OpenSession, Session, Tensor } from '../line/engine.ts';
import { isFault, MediaFault } from '../line/fault.ts';
import { withOutputs } from './model-outputs.ts';
import { packedModel, removePacked, type SaveSettings } from './packed-model.ts';

/** The execution provider of a model, and why preferred ones are not in use. */
export interface ModelProvider {
  /** Folder and file, for example `whisper-tiny.en/encoder.onnx`. */
  readonly model: string;
  readonly provider: string;
  /** Whether parts of the model run on the CPU because the provider has no kernel for them. */
  readonly partly: boolean;
  /** Preferred providers that could not be used. */
  readonly missed: readonly { readonly provider: string; readonly reason: string }[];
  /** Why the threads do not share the weights on the CPU; absent if they do. */
  readonly unpacked?: string;
}

export interface SessionFactoryOptions {
  /** ONNX Runtime execution providers in order of preference, such as `cuda`, `webgpu`, `cpu`. */
  readonly providers: readonly string[];
  /** Folders for packed models where those beside the models are read-only. */
  readonly packedFolders?: readonly string[] | undefined;
  /** Called for each model that was opened. */
  readonly onOpened?: (opened: ModelProvider) => void;
  /** Called after each model run. */
  readonly onStep?: () => void;
  /** Gate of the thread that opens and runs the models, if another thread may terminate it. */
  readonly gate?: NativeGate | undefined;
  /** Defaults to the runtime's own. */
  readonly create?: CreateSession;
}

type CreateSession = (
  model: string | Uint8Array,
  settings: ort.InferenceSession.SessionOptions,
) => Promise<ort.InferenceSession>;

const createWithRuntime: CreateSession = (model, settings) =>
  typeof model === 'string'
    ? ort.InferenceSession.create(model, settings)
    : ort.InferenceSession.create(model, settings);

/** Opens models on the first provider that works. Throws `model_missing` or `model_unreadable`. */
export function createOpenSession(options: SessionFactoryOptions): OpenSession {
  const { gate } = options;
  const open = options.create ?? createWithRuntime;
  const create: CreateSession = (model, settings) => throughGate(gate, () => open(model, settings));

  /** The runtime silently moves unsupported parts to the CPU, so this fallback is disabled at first. */
  async function openOn(provider: string, file: ModelFile, threads: number): Promise<Opened> {
    const settings = sessionOptions(provider, threads);
    if (provider === 'cpu') return openPacked(file, settings);
    const model = await contentOf(file);
    try {
      return { session: await create(model, withoutCpu(settings)), partly: false };
    } catch (error) {
      if (!/fallback to CPU/i.test(String(error))) throw error;
      return { session: await create(model, settings), partly: true };
    }
  }

  async function openPacked(file: ModelFile, settings: CommonOptions): Promise<Opened> {
    let packed: string | undefined;
    try {
      packed = await packedModel(file.path, {
        outputs: file.outputs,
        folders: options.packedFolders ?? [],
        save: async (saving) => {
          const session = await create(await contentOf(file), savedWith(settings, saving));
          await throughGate(gate, () => session.release());
        },
      });
      if (packed === undefined) return { session: await create(await contentOf(file), settings), partly: false };
      // The saved graph is complete: another optimisation could only change it.
      return { session: await create(packed, { ...settings, graphOptimizationLevel: 'disabled' }), partly: false };
    } catch (error) {
      // The thread is being ended: other threads use the files.
      if (isFault(error)) throw error;
      if (packed !== undefined) await removePacked(packed);
      return { session: await create(await contentOf(file), settings), partly: false, unpacked: firstLine(error) };
    }
  }

  return async (path, { threads = 1, outputs = [] } = {}) => {
    await access(path).catch(() => {
      throw new MediaFault('model_missing', `no model found at ${path}`);
    });
    const missed: { provider: string; reason: string }[] = [];
    let cause: unknown;
    for (const provider of options.providers) {
      try {
        const { session, ...how } = await openOn(provider, { path, outputs }, threads);
        options.onOpened?.({ model: shortName(path), provider, missed, ...how });
        return wrap(session, options);
      } catch (error) {
        cause = error;
        missed.push({ provider, reason: firstLine(error) });
      }
    }
    throw new MediaFault('model_unreadable', `the model at ${path} cannot be loaded`, { cause });
  };
}

interface ModelFile {
  readonly path: string;
  readonly outputs: readonly string[];
}

type Opened = Pick<ModelProvider, 'partly' | 'unpacked'> & { readonly session: ort.InferenceSession };

const contentOf = async ({ path, outputs }: ModelFile): Promise<string | Uint8Array> =>
  outputs.length === 0 ? path : withOutputs(await readFile(path), outputs);

const shortName = (path: string): string => path.split(/[\\/]/).slice(-2).join('/');

/** Library load errors are long. */
const firstLine = (error: unknown): string => (String(error).split('\n')[0] as string).slice(0, 300);

type CommonOptions = ReturnType<typeof sessionOptions>;

function sessionOptions(provider: string, threads: number) {
  return {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // An arena keeps the peak of all utterances: 140 MB per thread after one of 28 s, without a gain in speed
    // (measured).
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Idle threads of one call must not spin on a core that another call needs.
    extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
  } satisfies ort.InferenceSession.SessionOptions;
}

/** The runtime warns that the saved model suits this processor only, as it shall. */
const savedWith = (settings: CommonOptions, saving: SaveSettings): ort.InferenceSession.SessionOptions => ({
  ...settings,
  optimizedModelFilePath: saving.optimizedModelFilePath,
  logSeverityLevel: 3,
  extra: { session: { ...settings.extra.session, ...saving.extra.session } },
});

const withoutCpu = (settings: CommonOptions): ort.InferenceSession.SessionOptions => ({
  ...settings,
  extra: { session: { ...settings.extra.session, disable_cpu_ep_fallback: '1' } },
});

function wrap(session: ort.InferenceSession, { onStep = () => {}, gate }: SessionFactoryOptions): Session {
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    async run(feeds, fetches) {
      const given: Record<string, ort.Tensor> = {};
      for (const [name, tensor] of Object.entries(feeds)) given[name] = toOrt(tensor);
      const outputs = await throughGate(gate, () =>
        fetches === undefined ? session.run(given) : session.run(given, [...fetches]),
      );
      onStep();
      const results: Record<string, Tensor> = {};
      for (const [name, tensor] of Object.entries(outputs)) results[name] = fromOrt(name, tensor);
      return results;
    },
    close: () => throughGate(gate, () => session.release()),
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
  throw new MediaFault('model_unreadable', `output ${name} has the unsupported type ${type}`);
}
