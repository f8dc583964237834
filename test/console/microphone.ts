import { writeFile } from 'node:fs/promises';
import { openSpeech, writeWav } from '../../media/index.ts';
import { testModelsDir } from '../models.ts';

/** Speech into the microphone and its delay after the microphone is opened. */
export interface Saying {
  readonly atMs: number;
  readonly text: string;
}

const rateHz = 16_000;

/** Writes a browser's microphone input: sentences in silence, spoken by a built-in voice. */
export async function recordMicrophone(path: string, sayings: readonly Saying[], lengthMs: number): Promise<void> {
  const samples = new Float32Array((lengthMs * rateHz) / 1000);
  // Silence needs no speech models.
  if (sayings.length > 0) await speak(sayings, samples);
  await writeFile(path, writeWav({ samples, rateHz }));
}

async function speak(sayings: readonly Saying[], samples: Float32Array): Promise<void> {
  const speech = await openSpeech({ modelsDir: testModelsDir });
  try {
    for (const { atMs, text } of sayings) {
      const clip = await speech.speak(text, { speaker: 'daniel' }, rateHz);
      const start = Math.round((atMs * rateHz) / 1000);
      if (start + clip.samples.length > samples.length) throw new RangeError(`"${text}" does not fit`);
      samples.set(clip.samples, start);
    }
  } finally {
    await speech.close();
  }
}
