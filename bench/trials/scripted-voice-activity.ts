import type { VadStep } from '../../media/line/turn.ts';
import type { VoiceActivity } from '../../media/vad/silero.ts';

const stepSamples = 256;
const maxPending = 32_000;

/** Detects speech wherever there is sound, in the steps of the real detector but without its model. */
export function createScriptedVoiceActivity(): VoiceActivity & { readonly streams: number } {
  const streams = new Set<{ pending: Float32Array; used: number; endMs: number; onStep: (step: VadStep) => void }>();
  return {
    get streams() {
      return streams.size;
    },
    open({ onStep }) {
      const stream = { pending: new Float32Array(maxPending), used: 0, endMs: 0, onStep };
      streams.add(stream);
      let droppedSamples = 0;
      return {
        push(samples) {
          const kept = samples.subarray(0, maxPending - stream.used);
          droppedSamples += samples.length - kept.length;
          stream.pending.set(kept, stream.used);
          stream.used += kept.length;
        },
        close: () => void streams.delete(stream),
        get droppedSamples() {
          return droppedSamples;
        },
      };
    },
    async run() {
      for (const stream of streams) {
        let at = 0;
        for (; stream.used - at >= stepSamples; at += stepSamples) {
          const level = levelOf(stream.pending.subarray(at, at + stepSamples));
          stream.endMs += 32;
          stream.onStep({ endMs: stream.endMs, probability: level > -26 ? 0.98 : 0.02, levelDbfs: level });
        }
        stream.pending.copyWithin(0, at, stream.used);
        stream.used -= at;
      }
    },
  };
}

function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return power > 0 ? 10 * Math.log10(power) : -100;
}
