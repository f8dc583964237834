import { createRandom } from '../../media/emulator/random.ts';
import { fitVoice } from '../../media/engines/hibari/fit/fit.ts';
import { measureVoice } from '../../media/engines/hibari/fit/measure.ts';
import { speechLike } from '../trials/speech-like.ts';

export interface FittedReference {
  readonly pitchHz: number;
  readonly fitted: number;
  readonly nearest: number;
}

/** Ten synthetic speakers of random pitch and length, each fitted. Similarities as the console shows them. */
export async function fitReferences(seed: number): Promise<FittedReference[]> {
  const random = createRandom(seed);
  const results: FittedReference[] = [];
  for (let nth = 0; nth < 10; nth++) {
    const pitchHz = Math.round(85 + 170 * random());
    const measure = await measureVoice(speechLike({ pitchHz, seconds: 8 + 4 * random(), gain: 0.2 + 0.2 * random() }));
    const { similarity, nearest } = fitVoice(measure);
    results.push({ pitchHz, fitted: similarity, nearest: nearest.similarity });
  }
  return results;
}
