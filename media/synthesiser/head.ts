import type { SpeakResult } from '../line/speech.ts';
import { fadeIn } from './loudness.ts';

/** Softer than this nobody hears: speech is 30 dB louder, the noise of a line 10. */
const inaudiblePower = 10 ** -5.5;
/** Kept before the first sound, and faded in. */
const keptMs = 2;

/**
 * Takes the silence off the head of the first piece, and makes the words that much earlier: before a reply it is waited
 * for. Each clause keeps 10 to 25 ms of it, which between clauses is a part of their pause.
 */
export async function* withoutHead(results: AsyncIterable<SpeakResult>, rateHz: number): AsyncGenerator<SpeakResult> {
  let first = true;
  for await (const result of results) {
    yield first ? cutHead(result, rateHz) : result;
    first = false;
  }
}

function cutHead({ samples, words }: SpeakResult, rateHz: number): SpeakResult {
  const kept = Math.round((keptMs * rateHz) / 1000);
  const head = Math.max(0, silentSamples(samples, kept) - kept);
  const rest = samples.slice(head);
  fadeIn(rest, kept);
  if (words === undefined) return { samples: rest };
  const headMs = (head * 1000) / rateHz;
  const earlier = (ms: number): number => Math.max(0, ms - headMs);
  return {
    samples: rest,
    words: words.map((word) => ({ ...word, startMs: earlier(word.startMs), endMs: earlier(word.endMs) })),
  };
}

/** Length of the windows at the beginning that cannot be heard. */
function silentSamples(samples: Float32Array, window: number): number {
  for (let from = 0; from + window <= samples.length; from += window) {
    let energy = 0;
    for (let i = from; i < from + window; i++) energy += (samples[i] as number) ** 2;
    if (energy > inaudiblePower * window) return from;
  }
  return 0;
}
