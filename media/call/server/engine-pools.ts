import { taskFolder } from '../../../models/locate.ts';
import { pooledEngines } from '../../engines/pooled.ts';
import type { SpeechEngineSpec } from '../../engines/spec.ts';
import { placeCudaLibraries } from '../../inference/cuda-libraries.ts';
import { type EnginePool, openEnginePool } from '../../inference/pool.ts';
import type { Scope } from '../../kit/scope.ts';
import type { AgentConfig } from '../../line/agent.ts';
import type { MediaConfig } from './media-config.ts';

/**
 * Opens the pool of threads that run speech models, and the one for the agent and network requests. Throws
 * `model_missing`, `model_unreadable`.
 */
export async function openPools(
  config: MediaConfig,
  speechEngines: readonly SpeechEngineSpec[],
  scope: Scope,
): Promise<[EnginePool, EnginePool]> {
  const { modelsDir, packedModelsDir, engines: replaced } = config;
  const packedFolders = packedModelsDir === undefined ? [] : [packedModelsDir];
  const room = (path: string): string => new URL(path, import.meta.url).href;
  const speech = (host: 'model' | 'network') =>
    pooledEngines(speechEngines, host, { modelsDir }).map(({ task, ...engine }) => ({
      ...engine,
      ...replaced?.[task],
    }));
  const agentConfig: AgentConfig = {
    modelsDir,
    ...(config.llm === undefined ? {} : { llm: config.llm }),
  };
  if (config.executionProviders.includes('cuda'))
    await placeCudaLibraries({ folder: taskFolder(modelsDir, 'cudaLibraries'), log: config.log });
  const opened = await Promise.allSettled([
    openEnginePool({
      name: 'speech',
      threads: config.inferenceThreads,
      concurrency: 1,
      niceness: 5,
      providers: config.executionProviders,
      packedFolders,
      engines: [
        ...speech('model'),
        {
          name: 'turn',
          module: room('../../turn/engine.js'),
          config: { modelDir: taskFolder(modelsDir, 'endOfTurn') },
          lane: 1,
          ...replaced?.turn,
        },
      ],
      log: config.log,
    }),
    openEnginePool({
      name: 'brain',
      threads: 1,
      concurrency: 256,
      niceness: 0,
      providers: config.executionProviders,
      packedFolders,
      engines: [
        { name: 'brain', module: room('../../agent/engine.js'), config: agentConfig, ...replaced?.brain },
        ...speech('network'),
      ],
      log: config.log,
    }),
  ]);
  for (const result of opened) if (result.status === 'fulfilled') scope.defer(() => result.value.close());
  for (const result of opened) if (result.status === 'rejected') throw result.reason;
  return opened.map((result) => (result as PromiseFulfilledResult<EnginePool>).value) as [EnginePool, EnginePool];
}
