import type { SpeechEngineSpec } from '../../../media/engines/spec.ts';
import { readVoices } from '../../../media/engines/voices.ts';

/** The smallest working engine: it speaks and recognises letters as tones, in a made-up language. */
export const toy: SpeechEngineSpec = {
  name: 'toy',
  provider: 'toys',
  host: 'model',
  recogniser: {
    module: new URL('./recogniser.mjs', import.meta.url).href,
    configOf: () => null,
    sampleRatesHz: [8000, 16_000],
    languagesOf: async () => ['qaa'],
    partialResults: false,
  },
  synthesiser: {
    module: new URL('./synthesiser.mjs', import.meta.url).href,
    configOf: () => null,
    sampleRatesHz: [8000, 16_000],
    voices: readVoices(new URL('./voices.json', import.meta.url)),
  },
};
