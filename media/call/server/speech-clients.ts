import { taskFolder } from '../../../models/locate.ts';
import type { EmbedJob } from '../../agent/embedding-engine.ts';
import { pooledEngines, poolName, type SpeechTask } from '../../engines/pooled.ts';
import type { SpeechEngineSpec } from '../../engines/spec.ts';
import { connectHere, openEnginePool } from '../../inference/pool.ts';
import type { CreateEngine, EngineClient } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, TurnJob, TurnResult, Utterance } from '../../line/speech.ts';
import type { VoiceActivityJob, VoiceActivityResult } from '../../vad/engine.ts';

/** The engines of this installation outside of calls; each is opened when first needed. */
export interface SpeechClients {
  synthesiser(spec: SpeechEngineSpec): Promise<EngineClient<SpeakJob, SpeakResult>>;
  recogniser(spec: SpeechEngineSpec): Promise<EngineClient<RecogniseJob, Utterance>>;
  endOfTurn(): Promise<EngineClient<TurnJob, TurnResult>>;
  voiceActivity(): Promise<EngineClient<VoiceActivityJob, VoiceActivityResult>>;
  embedding(): Promise<EngineClient<EmbedJob, readonly Float32Array[]>>;
  close(): Promise<void>;
}

interface SpeechClientsOptions {
  readonly modelsDir: string;
  readonly executionProviders: readonly string[];
}

const timeoutMs = 60_000;

type ModelTask = 'endOfTurn' | 'voiceActivity' | 'embedding';

export function createSpeechClients(specs: readonly SpeechEngineSpec[], options: SpeechClientsOptions): SpeechClients {
  const clients = new Map<string, Promise<EngineClient<never, unknown>>>();
  const closing: (() => Promise<void>)[] = [];

  async function openHere(task: SpeechTask, spec: SpeechEngineSpec): Promise<EngineClient<never, unknown>> {
    const part = task === 'recognise' ? spec.recogniser : spec.synthesiser;
    const { createEngine } = (await import(part?.module ?? '')) as {
      createEngine: CreateEngine<unknown, never, unknown>;
    };
    const neverOpened = () => Promise.reject(new MediaFault('model_missing', 'a speech server has no model'));
    const engine = await createEngine(part?.configOf(options), neverOpened);
    closing.push(() => engine.close());
    return engine;
  }

  function openPooled(task: SpeechTask, { name }: SpeechEngineSpec): Promise<EngineClient<never, unknown>> {
    const engine = poolName(task, name);
    return openModel(
      engine,
      pooledEngines(specs, 'model', options).filter((spec) => spec.name === engine),
    );
  }

  /** Opens a model on a separate thread with lower priority than calls. */
  async function openModel(
    engine: string,
    engines: readonly { readonly name: string; readonly module: string; readonly config: unknown }[],
  ): Promise<EngineClient<never, unknown>> {
    const pool = await openEnginePool({
      name: 'samples',
      threads: 1,
      concurrency: 1,
      niceness: 15,
      providers: options.executionProviders,
      engines: engines.map(({ name: engineName, module, config }) => ({ name: engineName, module, config })),
      log: () => {},
    });
    closing.push(() => pool.close());
    return connectHere(pool).engine({ engine, slackMs: () => 0, weight: () => 1, timeoutMs });
  }

  function clientOf(task: SpeechTask, spec: SpeechEngineSpec): Promise<EngineClient<never, unknown>> {
    const name = poolName(task, spec.name);
    const opened = clients.get(name) ?? (spec.host === 'model' ? openPooled(task, spec) : openHere(task, spec));
    clients.set(name, opened);
    return opened;
  }

  async function modelOf<Job, Result>(task: ModelTask, path: string): Promise<EngineClient<Job, Result>> {
    const config = { modelDir: taskFolder(options.modelsDir, task) };
    const module = new URL(path, import.meta.url).href;
    const opened = clients.get(task) ?? openModel(task, [{ name: task, module, config }]);
    clients.set(task, opened);
    return (await opened) as EngineClient<never, unknown> as EngineClient<Job, Result>;
  }

  return {
    synthesiser: async (spec) => (await clientOf('speak', spec)) as EngineClient<SpeakJob, SpeakResult>,
    recogniser: async (spec) => (await clientOf('recognise', spec)) as EngineClient<RecogniseJob, Utterance>,
    endOfTurn: () => modelOf('endOfTurn', '../../turn/engine.js'),
    voiceActivity: () => modelOf('voiceActivity', '../../vad/engine.js'),
    embedding: () => modelOf('embedding', '../../agent/embedding-engine.js'),
    async close() {
      await Promise.allSettled(clients.values());
      for (const close of closing.splice(0)) await close();
    },
  };
}
