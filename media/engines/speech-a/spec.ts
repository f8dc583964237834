import { serverModels } from '../../../models/manifest.ts';
import type { SpeechServer } from '../remote/servers.ts';
import type { SpeechEngineSpec } from '../spec.ts';
import { readVoices } from '../voices.ts';
import { languageCodes } from './protocol.ts';

const lineRates = [8000, 16_000] as const;

/** A server for synthesis and recognition over WebSockets, at the line's rate. */
export const streamingServer = (provider: string, server: SpeechServer): SpeechEngineSpec => ({
  name: provider,
  provider,
  host: 'network',
  recogniser: {
    module: new URL('./recogniser.js', import.meta.url).href,
    configOf: () => server,
    sampleRatesHz: lineRates,
    languagesOf: async () => languageCodes.map((code) => code.split('-')[0] as string),
    partialResults: true,
    detectsLanguage: true,
  },
  synthesiser: {
    model: server.synthesisModel ?? serverModels.streaming.synthesis,
    module: new URL('./synthesiser.js', import.meta.url).href,
    configOf: () => server,
    sampleRatesHz: lineRates,
    voices: readVoices(new URL('./voices.json', import.meta.url)),
  },
});
