import { createHistoryRing, type HistoryRing } from './history-ring.ts';

/** The last seconds of what the caller sent, by milliseconds of the track's sample clock. */
export interface CallerTrack {
  push(samples: Float32Array): void;
  /** What has come since then, as far as it is still held, and of that no more than the last `mostMs`. */
  since(fromMs: number, mostMs?: number): Float32Array;
  /** Where the track has come to. */
  readonly endMs: number;
  readonly memory: HistoryRing['memory'];
}

/** smart-turn hears the last 8 s; the recogniser's pre-roll is shorter. */
const historySeconds = 9;

export function createCallerTrack(rateHz: number): CallerTrack {
  const history = createHistoryRing(historySeconds * rateHz);
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  return {
    push: history.push,
    since(fromMs, mostMs = historySeconds * 1000) {
      return history.slice(Math.max(samplesOf(fromMs), history.end - samplesOf(mostMs)), history.end);
    },
    get endMs() {
      return (history.end * 1000) / rateHz;
    },
    memory: history.memory,
  };
}
