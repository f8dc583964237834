import { join } from 'node:path';
import { taskFolder } from '../../models/locate.ts';
import { connectHere, openEnginePool } from '../inference/pool.ts';
import type { VoiceJob } from '../speaker/engine.ts';
import { meanVector, type VoiceWindows } from '../speaker/voice-encoder.ts';

export interface VoiceVectorsOptions {
  readonly modelsDir: string;
  /** Execution providers in order of preference; `cpu` by default. */
  readonly providers?: readonly string[];
}

/** Describes voices outside of calls. Compare two vectors with `voiceSimilarity`. */
export interface VoiceVectors {
  /** Returns a unit vector of 256 values for mono audio at 16 kHz, independent of the words. Remove silence first. */
  vectorOf(samples: Float32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

/** The density at which the encoder's authors sample an utterance. */
const stepSamples = Math.round(16_000 / 1.3);
const timeoutMs = 60_000;
/** Lower priority than everything that calls need. */
const niceness = 10;

/** Returns the specification that loads the encoder into an engine pool. */
export const voiceEngine = (modelsDir: string) => ({
  name: 'voices',
  module: new URL('../speaker/engine.js', import.meta.url).href,
  config: { path: join(taskFolder(modelsDir, 'voices'), 'model.onnx') },
});

/** Starts a thread with the model. Throws `model_missing`, `model_unreadable`. */
export async function openVoiceVectors({ modelsDir, providers = ['cpu'] }: VoiceVectorsOptions): Promise<VoiceVectors> {
  const engine = voiceEngine(modelsDir);
  const pool = await openEnginePool({
    name: 'voices',
    threads: 1,
    concurrency: 1,
    niceness,
    providers,
    log: () => {},
    engines: [engine],
  });
  const use = { engine: engine.name, slackMs: () => 0, weight: () => 1, timeoutMs };
  const encoder = connectHere(pool).engine<VoiceJob, VoiceWindows>(use);
  const wanted = new AbortController().signal;
  return {
    async vectorOf(samples) {
      for await (const { vectors } of encoder.run({ samples, stepSamples }, wanted)) return meanVector(vectors);
      return meanVector(new Float32Array(0));
    },
    close: () => pool.close(),
  };
}
