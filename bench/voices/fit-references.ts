import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { createSpeechClients } from '../../media/call/server/speech-clients.ts';
import { resample } from '../../media/dsp/resampler.ts';
import { createRandom } from '../../media/emulator/random.ts';
import { measureVoice } from '../../media/engines/hibari/fit/measure.ts';
import { registeredEngines } from '../../media/engines/registry.ts';
import { openVoiceLikeness, readWav } from '../../media/index.ts';
import { invariant } from '../../media/kit/invariant.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';

interface Reference {
  readonly name: string;
  /** Mono, 16 kHz. */
  readonly samples: Float32Array;
}

export interface FittedReference {
  readonly name: string;
  readonly fitted: number;
  readonly nearest: number;
  readonly nearestVoice: string;
  readonly seconds: number;
  /** Whether the clip sounds like a single person. */
  readonly isOne: boolean;
}

const rateHz = 16_000;

export interface ReferencesOptions {
  readonly modelsDir: string;
  /** Folder of WAV files, one per speaker; without it, ten voices of the embedded model with unknown parameters. */
  readonly folder: string | undefined;
  readonly seed: number;
}

/**
 * Fits the embedded voice to each reference. Similarities are by the voice encoder, on sentences that the fit never
 * used.
 */
export async function fitReferences({ modelsDir, folder, seed }: ReferencesOptions): Promise<FittedReference[]> {
  const references = folder === undefined ? await synthetic(modelsDir, seed) : await recorded(folder);
  const likeness = await openVoiceLikeness({ modelsDir, executionProviders: ['cpu'] });
  const results: FittedReference[] = [];
  try {
    for (const { name, samples } of references) {
      const startMs = performance.now();
      const fit = await likeness.fit(samples, await measureVoice(samples), new AbortController().signal);
      const seconds = Math.round((performance.now() - startMs) / 100) / 10;
      const isOne = !(await likeness.hasTwoVoices(samples));
      const { name: nearestVoice, similarity: nearest } = fit.nearest;
      results.push({ name, fitted: fit.similarity, nearest, nearestVoice, seconds, isOne });
    }
  } finally {
    await likeness.close();
  }
  return results;
}

async function recorded(folder: string): Promise<Reference[]> {
  const files = (await readdir(folder)).filter((file) => extname(file) === '.wav').toSorted();
  return Promise.all(
    files.map(async (file) => {
      const clip = readWav(await readFile(join(folder, file)));
      return { name: basename(file, '.wav'), samples: resample(clip.samples, clip.rateHz, rateHz) };
    }),
  );
}

const text =
  'The train to the coast was late again, so we had our coffee on the platform and watched the rain. ' +
  'By the time it came, nobody was in a hurry any more.';

/** Synthesises voices between and beyond the listed ones. */
async function synthetic(modelsDir: string, seed: number): Promise<Reference[]> {
  const clients = createSpeechClients(registeredEngines, { modelsDir, executionProviders: ['cpu'] });
  const spec = registeredEngines.find(({ synthesiser }) => synthesiser?.fitting !== undefined);
  invariant(spec, 'no engine fits a voice');
  const random = createRandom(seed);
  const between = (least: number, most: number): number => least + (most - least) * random();
  const references: Reference[] = [];
  try {
    const client = await clients.synthesiser(spec);
    for (let nth = 0; nth < 10; nth++) {
      const pitchScale = between(0.5, 1.3);
      const parameters = {
        pitchScale,
        formantScale: between(0.84, 1.12),
        tiltDbPerOctave: between(-3, 3),
        pitchRange: between(0.7, 1.4),
        aperiodicDb: between(-6, 0),
        pace: between(0.9, 1.1),
      };
      const pieces: Float32Array[] = [];
      const job = { text, voice: { engine: spec.name, voice: 'ava', parameters }, rateHz: rateHz as 16_000 };
      for await (const { samples } of client.run(job, new AbortController().signal)) pieces.push(samples);
      references.push({ name: `pitch ${pitchScale.toFixed(2)}`, samples: joinSamples(pieces) });
    }
  } finally {
    await clients.close();
  }
  return references;
}
