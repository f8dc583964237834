import { listSpeakers, type MediaConfig, openMediaServer, openSipServer, openTextAgent } from '../../media/index.ts';
import { main as serve } from '../../src/main.ts';
import type { ScriptedEngineConfig } from './scripted-engine.ts';

const { href: module } = new URL('./scripted-engine.js', import.meta.url);
export const scripted = (plays: ScriptedEngineConfig['plays'], words?: string) => ({
  module,
  config: { plays, ...(words !== undefined && { words }) },
});

type Engines = NonNullable<MediaConfig['engines']>;
type Main = (argv: readonly string[], env: NodeJS.ProcessEnv) => Promise<number>;

/** Runs the whole server with its own sockets, threads, database and recordings, but with these engines. */
export const serveWith =
  (engines: Engines): Main =>
  (argv, env) =>
    serve(argv, env, {
      mediaPlane: {
        listSpeakers,
        openTextAgent,
        openSipServer,
        openMediaServer: (config, ports) => openMediaServer({ ...config, engines }, ports),
      },
    });

/** Scripted engines in place of all call models. */
export const main = serveWith({
  recognise: scripted('recognise'),
  speak: scripted('speak'),
  turn: scripted('turn'),
  brain: scripted('brain'),
});
