import { taskFolder } from '../../../models/locate.ts';
import type { SpeechEngineSpec } from '../spec.ts';
import { readVoices } from '../voices.ts';

/** The embedded synthesiser. */
export const hibari: SpeechEngineSpec = {
  name: 'hibari',
  provider: 'platform',
  host: 'model',
  synthesiser: {
    module: new URL('../../synthesiser/engine.js', import.meta.url).href,
    configOf: ({ modelsDir }) => ({ modelDir: taskFolder(modelsDir, 'synthesis') }),
    sampleRatesHz: [8000, 16_000],
    acceptsPronunciations: true,
    lane: 1,
    fitting: async () => (await import('./fit/fitting.ts')).fitting,
    spills: true,
    voices: readVoices(new URL('./voices.json', import.meta.url)),
  },
};
