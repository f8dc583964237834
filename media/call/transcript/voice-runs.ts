import type { EngineClient } from '../../line/engine.ts';
import type { VoiceJob } from '../../speaker/engine.ts';
import type { VoiceRun } from '../../speaker/two-voices.ts';
import { meanVector, type VoiceWindows } from '../../speaker/voice-encoder.ts';
import type { TranscriptSentence } from './sentences.ts';

/** Mono, 16 kHz; `startMs` is the position of its first sample in the recording. */
export interface SpokenPiece {
  readonly startMs: number;
  readonly samples: Float32Array;
}

const rateHz = 16_000;
/** Pause at which the speaker may change. */
const pauseMs = 180;
/** Long enough to identify a voice. Stretches end here, because the next speaker may begin without a pause. */
const longestMs = 3000;
/** Window length of the encoder's training. Shorter audio is repeated up to this length. */
const windowSamples = 1.6 * rateHz;
const stepSamples = 0.8 * rateHz;
/** Approximate precision of word times. */
const edgeMs = 40;

interface Stretch {
  startMs: number;
  endMs: number;
}

/** Returns the stretches between pauses and sentence ends, each mostly of one voice. */
function stretchesOf(sentences: readonly TranscriptSentence[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { words } of sentences) {
    let open: Stretch | undefined;
    for (const { startMs, endMs } of words) {
      const goesOn = open !== undefined && startMs - open.endMs < pauseMs && endMs - open.startMs <= longestMs;
      if (goesOn && open !== undefined) open.endMs = Math.max(open.endMs, endMs);
      else {
        open = { startMs, endMs };
        stretches.push(open);
      }
    }
  }
  return stretches;
}

/** Returns the voice of each stretch of a piece. */
export async function voiceRuns(
  { startMs: fromMs, samples }: SpokenPiece,
  sentences: readonly TranscriptSentence[],
  encoder: EngineClient<VoiceJob, VoiceWindows>,
): Promise<VoiceRun[]> {
  const runs: VoiceRun[] = [];
  for (const { startMs, endMs } of stretchesOf(sentences)) {
    const place = (ms: number): number => Math.round(((ms - fromMs) * rateHz) / 1000);
    const heard = samples.slice(Math.max(0, place(startMs - edgeMs)), Math.max(0, place(endMs + edgeMs)));
    if (heard.length === 0) continue;
    const job: VoiceJob = { samples: repeated(heard), stepSamples };
    for await (const { vectors } of encoder.run(job, new AbortController().signal))
      runs.push({ startMs, endMs, vector: meanVector(vectors) });
  }
  return runs;
}

function repeated(samples: Float32Array): Float32Array {
  if (samples.length >= windowSamples) return samples;
  const whole = new Float32Array(windowSamples);
  for (let at = 0; at < windowSamples; at += samples.length)
    whole.set(samples.subarray(0, Math.min(samples.length, windowSamples - at)), at);
  return whole;
}
