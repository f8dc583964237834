import type { CreateEngine } from '../line/engine.ts';
import { openVoiceEncoder, type VoiceWindows } from './voice-encoder.ts';

export interface VoiceEngineConfig {
  /** Path of the model. */
  readonly path: string;
}

export interface VoiceJob {
  /** Mono, 16 kHz. */
  readonly samples: Float32Array;
  readonly stepSamples: number;
}

/** Voice encoder for a thread of the engine pool. */
export const createEngine: CreateEngine<VoiceEngineConfig, VoiceJob, VoiceWindows> = async ({ path }, open) => {
  const encoder = await openVoiceEncoder(path, open);
  return {
    async *run({ samples, stepSamples }) {
      yield await encoder.windows(samples, stepSamples);
    },
    close: encoder.close,
  };
};
