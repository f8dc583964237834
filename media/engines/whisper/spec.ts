import { modelFolder } from '../../../models/locate.ts';
import { manifest, type Role, taskModels } from '../../../models/manifest.ts';
import { isOwnModel } from '../../../models/stamp.ts';
import { readModelCard } from '../../recogniser/model-card.ts';
import { calibrationOf } from '../calibrations.ts';
import type { RecogniserSpec, SpeechEngineSpec } from '../spec.ts';

const recogniserOf = (role: Role): RecogniserSpec => ({
  module: new URL('../../recogniser/engine.js', import.meta.url).href,
  configOf: ({ modelsDir, threads }) => ({
    modelDir: modelFolder(modelsDir, role),
    ...(threads === undefined ? {} : { threads }),
  }),
  sampleRatesHz: [8000, 16_000],
  // Recognition needs about as much processor time per call as synthesis and end-of-turn detection together, and its
  // memory once per thread.
  lane: 0,
  spills: true,
  async languagesOf({ modelsDir }) {
    const { languages } = (await readModelCard(modelFolder(modelsDir, role))).special;
    const codes = Object.keys(languages);
    return codes.length === 0 ? ['en'] : codes;
  },
  async wordErrorsOf({ modelsDir }) {
    if (await isOwnModel(modelFolder(modelsDir, role))) return {};
    return manifest.find((model) => model.role === role)?.wordErrors ?? {};
  },
  partialResults: true,
  calibration: calibrationOf(role),
});

/** The embedded recogniser. */
export const whisper: SpeechEngineSpec = {
  name: 'whisper',
  provider: 'platform',
  host: 'model',
  recogniser: recogniserOf(taskModels.recognition),
};

/** The additional recogniser for other languages, which also reports the language. */
export const multilingualWhisper: SpeechEngineSpec = {
  name: taskModels.multilingual,
  provider: 'platform',
  host: 'model',
  recogniser: { ...recogniserOf(taskModels.multilingual), detectsLanguage: true },
};
