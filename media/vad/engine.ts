import { join } from 'node:path';
import type { CreateEngine } from '../line/engine.ts';
import type { SpeechEvent } from '../line/turn.ts';
import { createGate } from './gate.ts';
import { createVoiceActivity } from './silero.ts';
import { STEP_SAMPLES } from './silero-shape.ts';
import { openVoiceNet } from './voice-net.ts';

export interface VoiceActivityJob {
  /** Mono, 8 kHz. */
  readonly samples: Float32Array;
}

export interface VoiceActivityResult {
  readonly events: readonly SpeechEvent[];
  /** Detector steps of 32 ms each. */
  readonly steps: number;
  readonly runMs: number;
}

/** Detects speech starts and pauses in a clip outside of calls, step by step as in a single call. */
export const createEngine: CreateEngine<{ readonly modelDir: string }, VoiceActivityJob, VoiceActivityResult> = async (
  { modelDir },
  open,
) => {
  const session = await openVoiceNet(join(modelDir, 'model.onnx'), open);
  return {
    async *run({ samples }, signal) {
      const detector = createVoiceActivity(session);
      const gate = createGate();
      const events: SpeechEvent[] = [];
      const stream = detector.open({ onStep: (step) => void events.push(...gate.step(step)) });
      const startMs = performance.now();
      for (let at = 0; at < samples.length && !signal.aborted; at += STEP_SAMPLES) {
        stream.push(samples.subarray(at, at + STEP_SAMPLES));
        await detector.run();
      }
      if (signal.aborted) return;
      yield { events, steps: detector.steps, runMs: performance.now() - startMs };
    },
    close: () => session.close(),
  };
};
