import { listSpeakers, type MediaConfig, openMediaServer, openSipServer, openTextAgent } from '../../media/index.ts';
import { main as serve } from '../../src/main.ts';
import type { ScriptedEngineConfig } from './scripted-engine.ts';

const { href: module } = new URL('./scripted-engine.js', import.meta.url);
const scripted = (plays: ScriptedEngineConfig['plays']) => ({ module, config: { plays } });

const engines: NonNullable<MediaConfig['engines']> = {
  recognise: scripted('recognise'),
  speak: scripted('speak'),
  turn: scripted('turn'),
  brain: scripted('brain'),
};

/**
 * Runs the whole server with its own sockets, threads, database and recordings, but scripted engines instead of call
 * models.
 */
export const main = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  serve(argv, env, {
    mediaPlane: {
      listSpeakers,
      openTextAgent,
      openSipServer,
      openMediaServer: (config, ports) => openMediaServer({ ...config, engines }, ports),
    },
  });
