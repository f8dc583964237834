import { listSpeakers, type MediaConfig, openMediaServer } from '../../media/index.ts';
import { taskFolder } from '../../models/locate.ts';
import { main as serve } from '../../src/main.ts';
import type { FaultyEngineConfig } from './faulty-engine.ts';

const hrefOf = (path: string): string => new URL(path, import.meta.url).href;

/** Folder in which the server finds its orders. */
export const ordersVariable = 'FAULT_ORDERS';

function faulty(folder: string, modelsDir: string): NonNullable<MediaConfig['engines']> {
  const engine = (name: string, path: string, task: Parameters<typeof taskFolder>[1]) => ({
    module: hrefOf('./faulty-engine.js'),
    config: {
      name,
      folder,
      module: hrefOf(path),
      config: { modelDir: taskFolder(modelsDir, task) },
    } satisfies FaultyEngineConfig,
  });
  return {
    recognise: engine('recognise', '../../media/recogniser/engine.js', 'recognition'),
    speak: engine('speak', '../../media/synthesiser/engine.js', 'synthesis'),
    turn: engine('turn', '../../media/turn/engine.js', 'endOfTurn'),
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
