import { serverModels } from '../../../models/manifest.ts';
import type { SpeechServer } from '../remote/servers.ts';
import type { SpeechEngineSpec } from '../spec.ts';

const lineRates = [8000, 16_000] as const;
const standard = { voices: ['alloy'], languages: ['en'] } as const;

/** An OpenAI-compatible server with `POST /audio/speech` and `POST /audio/transcriptions`. */
export function openAiServer(provider: string, server: SpeechServer): SpeechEngineSpec {
  const { voices = standard.voices, languages = standard.languages, realtime } = server;
  return {
    name: provider,
    provider,
    host: 'network',
    recogniser: {
      module: new URL(realtime === undefined ? './recogniser.js' : './realtime-recogniser.js', import.meta.url).href,
      configOf: () => server,
      sampleRatesHz: lineRates,
      languagesOf: async () => languages,
      // The other dialects start recognition after the utterance has ended.
      partialResults: realtime === 'vllm',
      detectsLanguage: true,
      recognisesOwnCalls: server.recognisesOwnCalls ?? false,
    },
    synthesiser: {
      model: server.synthesisModel ?? serverModels.openai.synthesis,
      module: new URL('./synthesiser.js', import.meta.url).href,
      configOf: () => server,
      sampleRatesHz: lineRates,
      voices: voices.map((voice) => ({
        name: slugOf(voice),
        gender: 'unknown',
        age: 'unknown',
        description: `The voice "${voice}" of the speech server.`,
        languageCodes: [...languages],
        voice,
      })),
    },
  };
}

/** Agents refer to voices in lower case, with hyphens. */
const slugOf = (voice: string): string =>
  voice
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
