import type { Decoded } from './decoder.ts';

/** No line carries words below this level: the loudest 50 ms of quiet telephone speech are 20 dB above it. */
const silenceDbfs = -60;

/** Range of telephone speech below its own peak. */
const speechRangeDb = 35;

/** Returns the level of the loudest 50 ms in dBFS; -100 for digital silence. */
export const loudestDbfs = (samples: Float32Array, rateHz: number): number =>
  blockLevels(samples, rateHz, 50).reduce((loudest, level) => Math.max(loudest, level), -100);

/** Returns the span in ms from the first to the last 10 ms block that is loud enough for speech. */
export function loudSpan(samples: Float32Array, rateHz: number): { startMs: number; endMs: number } {
  const levels = blockLevels(samples, rateHz, 10);
  const least = Math.max(...levels) - speechRangeDb;
  const first = levels.findIndex((level) => level >= least);
  const last = levels.findLastIndex((level) => level >= least);
  return { startMs: 10 * Math.max(0, first), endMs: Math.min(10 * (last + 1), (samples.length * 1000) / rateHz) };
}

function blockLevels(samples: Float32Array, rateHz: number, blockMs: number): number[] {
  const block = Math.max(1, Math.round((rateHz * blockMs) / 1000));
  return Array.from({ length: Math.ceil(samples.length / block) }, (_, nth) => {
    let sum = 0;
    const end = Math.min(samples.length, (nth + 1) * block);
    for (let i = nth * block; i < end; i += 1) sum += samples[i]! * samples[i]!;
    return sum === 0 ? -100 : Math.max(-100, 10 * Math.log10(sum / block));
  });
}

export const isSilent = (samples: Float32Array, rateHz: number): boolean => loudestDbfs(samples, rateHz) < silenceDbfs;

/**
 * Returns whether the model's words are a guess at noise. Measured on tiny.en: noise, hum, tones, clicks and breath
 * produce "you" with a no-speech probability of 0.5 to 0.97 and a mean log-probability of -1.1 to -2.9; prompts are
 * below 0.04 and above -0.6.
 */
export function isGuess({ tokens, probabilities, noSpeech }: Decoded): boolean {
  if (tokens.length === 0) return true;
  const logs = probabilities.map((p) => Math.log(Math.max(p, 1e-9)));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  if (noSpeech > 0.5) return mean < -0.6;
  return mean < (noSpeech > 0.2 ? -1.5 : -2.5);
}
