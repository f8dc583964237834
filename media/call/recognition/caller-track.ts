import { createHistoryRing, type HistoryRing } from './history-ring.ts';

/** The last seconds of the caller's audio, by milliseconds of the track's sample clock. */
export interface CallerTrack {
  push(samples: Float32Array): void;
  /** Returns the available audio since then, at most the last `mostMs` of it. */
  since(fromMs: number, mostMs?: number): Float32Array;
  /** End of the track so far. */
  readonly endMs: number;
  readonly memory: HistoryRing['memory'];
}

/** The end-of-turn model smart-turn uses the last 8 s; the recogniser's pre-roll is shorter. */
const historySeconds = 9;

/** Audio before the detected onset that belongs to it: consonants are quiet, so it begins well before. */
export const preRollMs = 320;

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
