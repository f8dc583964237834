import { openAiServer } from './openai/spec.ts';
import type { SpeechServer } from './remote/servers.ts';
import type { SpeechEngineSpec } from './spec.ts';

/** A server for cloned voices only, which are part of a call's plan. */
export function voiceModelsServer(name: string, server: SpeechServer): SpeechEngineSpec {
  const { synthesiser } = openAiServer(name, { ...server, voices: [] });
  const module = server.dialect === 'xtts' ? { module: new URL('./xtts/synthesiser.js', import.meta.url).href } : {};
  return {
    name,
    provider: 'platform',
    host: 'network',
    ...(synthesiser === undefined ? {} : { synthesiser: { ...synthesiser, ...module } }),
  };
}
