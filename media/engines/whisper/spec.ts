import { taskFolder } from '../../../models/locate.ts';
import { taskModels } from '../../../models/manifest.ts';
import { readModelCard } from '../../recogniser/model-card.ts';
import { calibrationOf } from '../calibrations.ts';
import type { SpeechEngineSpec } from '../spec.ts';

/** The embedded recogniser. */
export const whisper: SpeechEngineSpec = {
  name: 'whisper',
  provider: 'platform',
  host: 'model',
  recogniser: {
    module: new URL('../../recogniser/engine.ts', import.meta.url).href,
    configOf: ({ modelsDir, threads }) => ({
      modelDir: taskFolder(modelsDir, 'recognition'),
      ...(threads === undefined ? {} : { threads }),
    }),
    sampleRatesHz: [8000, 16_000],
    // It takes about as much of a call as voice and end of turn together, and as much memory again on every thread.
    lane: 0,
    spills: true,
    async languagesOf({ modelsDir }) {
      const { languages } = (await readModelCard(taskFolder(modelsDir, 'recognition'))).special;
      const known = Object.keys(languages);
      return known.length === 0 ? ['en'] : known;
    },
    partialResults: true,
    calibration: calibrationOf(taskModels.recognition),
  },
};
