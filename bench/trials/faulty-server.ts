import { join } from 'node:path';
import { listSpeakers, type MediaConfig, openMediaServer } from '../../media/index.ts';
import { compiledTwin } from '../../media/kit/thread.ts';
import { main as serve } from '../../src/main.ts';
import type { FaultyEngineConfig } from './faulty-engine.ts';

const twin = (path: string): string => compiledTwin(new URL(path, import.meta.url), import.meta.url).href;

/** The folder in which the server finds its orders. */
export const ordersVariable = 'FAULT_ORDERS';

function faulty(folder: string, modelsDir: string): NonNullable<MediaConfig['engines']> {
  const engine = (name: string, path: string, role: string) => ({
    module: twin('./faulty-engine.ts'),
    config: {
      name,
      folder,
      module: twin(path),
      config: { modelDir: join(modelsDir, role) },
    } satisfies FaultyEngineConfig,
  });
  return {
    recognise: engine('recognise', '../../media/recogniser/engine.ts', 'whisper-tiny.en'),
    speak: engine('speak', '../../media/synthesiser/engine.ts', 'hibari-us'),
    turn: engine('turn', '../../media/turn/engine.ts', 'smart-turn'),
  };
}

/** The whole server with its models, whose engines fail when they are ordered to. */
export const main = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  serve(argv, env, {
    mediaPlane: {
      listSpeakers,
      openMediaServer: (config, ports) =>
        openMediaServer({ ...config, engines: faulty(env[ordersVariable] as string, config.modelsDir) }, ports),
    },
  });
