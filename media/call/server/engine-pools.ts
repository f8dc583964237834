import { join } from 'node:path';
import { placeCudaLibraries } from '../../inference/cuda-libraries.ts';
import { type EnginePool, openEnginePool } from '../../inference/pool.ts';
import type { Scope } from '../../kit/scope.ts';
import type { BrainConfig } from '../../line/brain.ts';
import type { EngineName, MediaConfig } from './media-config.ts';

/** The threads that run models for speech, and the one that thinks. Throws `model_missing`, `model_unreadable`. */
export async function openPools(config: MediaConfig, scope: Scope): Promise<[EnginePool, EnginePool]> {
  const room = (path: string): string => new URL(path, import.meta.url).href;
  const engine = (name: EngineName, path: string, role: string) => ({
    name,
    module: room(path),
    config: { modelDir: join(config.modelsDir, role) },
    ...config.engines?.[name],
  });
  const brainConfig: BrainConfig = {
    modelsDir: config.modelsDir,
    ...(config.llm === undefined ? {} : { llm: config.llm }),
  };
  if (config.executionProviders.includes('cuda'))
    await placeCudaLibraries({ folder: join(config.modelsDir, 'cuda-provider'), log: config.log });
  const opened = await Promise.allSettled([
    openEnginePool({
      name: 'speech',
      threads: config.inferenceThreads,
      concurrency: 1,
      niceness: 5,
      providers: config.executionProviders,
      // Whisper takes about as much of a call as the other two together, and as much memory again on every thread that has it.
      engines: [
        { ...engine('recognise', '../../recogniser/engine.ts', 'whisper-tiny.en'), lane: 0 },
        { ...engine('speak', '../../synthesiser/engine.ts', 'hibari-us'), lane: 1 },
        { ...engine('turn', '../../turn/engine.ts', 'smart-turn'), lane: 1 },
      ],
      log: config.log,
    }),
    openEnginePool({
      name: 'brain',
      threads: 1,
      concurrency: 256,
      niceness: 0,
      providers: config.executionProviders,
      engines: [
        { name: 'brain', module: room('../../agent/engine.ts'), config: brainConfig, ...config.engines?.brain },
      ],
      log: config.log,
    }),
  ]);
  for (const result of opened) if (result.status === 'fulfilled') scope.defer(() => result.value.close());
  for (const result of opened) if (result.status === 'rejected') throw result.reason;
  return opened.map((result) => (result as PromiseFulfilledResult<EnginePool>).value) as [EnginePool, EnginePool];
}
