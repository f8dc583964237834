import type { SpeakResult } from '../line/speech.ts';
import { fadeIn } from './loudness.ts';

/** Inaudible below this power: speech is 30 dB louder, line noise 10 dB. */
const inaudiblePower = 10 ** -5.5;
/** Silence kept before the first sound, with a fade-in. */
const keptMs = 2;

/**
 * Removes the leading silence of the first piece and shifts word times accordingly: it would delay a reply. Each clause
 * starts with 10 to 25 ms of silence, which between clauses is part of the pause.
 */
export async function* withoutHead(results: AsyncIterable<SpeakResult>, rateHz: number): AsyncGenerator<SpeakResult> {
  let first = true;
  for await (const result of results) {
    yield first ? cutHead(result, rateHz) : result;
    first = false;
  }
}

function cutHead({ samples, words }: SpeakResult, rateHz: number): SpeakResult {
  const keptSamples = Math.round((keptMs * rateHz) / 1000);
  const head = Math.max(0, silentSamples(samples, keptSamples) - keptSamples);
  const rest = samples.slice(head);
  fadeIn(rest, keptSamples);
  if (words === undefined) return { samples: rest };
  const headMs = (head * 1000) / rateHz;
  const earlier = (ms: number): number => Math.max(0, ms - headMs);
  return {
    samples: rest,
    words: words.map((word) => ({ ...word, startMs: earlier(word.startMs), endMs: earlier(word.endMs) })),
  };
}

/** Returns the number of leading samples in inaudible windows. */
function silentSamples(samples: Float32Array, window: number): number {
  for (let from = 0; from + window <= samples.length; from += window) {
    let energy = 0;
    for (let i = from; i < from + window; i++) energy += (samples[i] as number) ** 2;
    if (energy > inaudiblePower * window) return from;
  }
  return 0;
}
