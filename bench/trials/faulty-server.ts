import { listSpeakers, type MediaConfig, openMediaServer } from '../../media/index.ts';
import { compiledTwin } from '../../media/kit/thread.ts';
import { taskFolder } from '../../models/locate.ts';
import { main as serve } from '../../src/main.ts';
import type { FaultyEngineConfig } from './faulty-engine.ts';

const twin = (path: string): string => compiledTwin(new URL(path, import.meta.url), import.meta.url).href;

/** Folder in which the server finds its orders. */
export const ordersVariable = 'FAULT_ORDERS';

function faulty(folder: string, modelsDir: string): NonNullable<MediaConfig['engines']> {
  const engine = (name: string, path: string, task: Parameters<typeof taskFolder>[1]) => ({
    module: twin('./faulty-engine.ts'),
    config: {
      name,
      folder,
      module: twin(path),
      config: { modelDir: taskFolder(modelsDir, task) },
    } satisfies FaultyEngineConfig,
  });
  return {
    recognise: engine('recognise', '../../media/recogniser/engine.ts', 'recognition'),
    speak: engine('speak', '../../media/synthesiser/engine.ts', 'synthesis'),
    turn: engine('turn', '../../media/turn/engine.ts', 'endOfTurn'),
  };
}

/** Runs the whole server with its models; its engines fail on order. */
export const main = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  serve(argv, env, {
    mediaPlane: {
      listSpeakers,
      openMediaServer: (config, ports) =>
        openMediaServer({ ...config, engines: faulty(env[ordersVariable] as string, config.modelsDir) }, ports),
    },
  });
