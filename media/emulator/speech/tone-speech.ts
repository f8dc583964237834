import type { Clip } from '../../line/audio.ts';

const letterMs = 55;

/** Returns a text as audible sound: each letter is a different tone. */
export function toneSpeech(text: string, rateHz: number): Clip {
  const letterSamples = Math.round((letterMs * rateHz) / 1000);
  const samples = new Float32Array(text.length * letterSamples);
  for (let at = 0; at < text.length; at++) {
    const step = (2 * Math.PI * (300 + 10 * (text.charCodeAt(at) % 100))) / rateHz;
    for (let i = 0; i < letterSamples; i++) samples[at * letterSamples + i] = 0.4 * Math.sin(step * i);
  }
  return { samples, rateHz };
}
