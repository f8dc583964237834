/** Keeps a track that arrives over a network in step with our clock. Times are milliseconds of the call. */
export interface SampleClock {
  /** Silence before the first piece, which comes a moment after the stream began; 0 for every later one. */
  lead(nowMs: number, lengthSamples: number): number;
  /** What to do with a piece that has just come: place it here, or drop it because the track runs ahead. */
  arrive(nowMs: number, lengthSamples: number, quiet: boolean): 'take' | 'drop';
  /** How much silence stands for audio that is overdue; call it now and then. It is then part of the track. */
  fill(nowMs: number): number;
  /** Samples placed so far. */
  readonly position: number;
}

/** Later than this, audio is taken for lost and silence stands in for it. */
const overdueMs = 240;
/** What is left for audio that is merely late, once silence has been put in. */
const graceMs = 120;
/** Late audio that comes after all puts the track ahead: quiet pieces are dropped beyond the first, any beyond the second. */
const aheadQuietMs = 60;
const aheadMs = 2000;
/** A track that was never nearer than the second for the first has lost that much: silence makes up for it where it is quiet. */
const watchMs = 2000;
const lagMs = 40;

export function createSampleClock(rateHz: number): SampleClock {
  let position = 0;
  let begun = false;
  let leastLag = Number.POSITIVE_INFINITY;
  let watchedFromMs = 0;
  let lastQuiet = false;
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);

  /** The lag that was there for the whole of the last watch. */
  function lasting(nowMs: number): number {
    if (nowMs - watchedFromMs < watchMs || !lastQuiet) return 0;
    const lag = leastLag;
    watchedFromMs = nowMs;
    leastLag = Number.POSITIVE_INFINITY;
    return lag < Number.POSITIVE_INFINITY && lag > samplesOf(lagMs) ? lag : 0;
  }

  return {
    lead(nowMs, lengthSamples) {
      if (begun) return 0;
      begun = true;
      const missing = Math.max(0, samplesOf(nowMs) - lengthSamples - position);
      position += missing;
      watchedFromMs = nowMs;
      return missing;
    },
    arrive(nowMs, lengthSamples, quiet) {
      lastQuiet = quiet;
      leastLag = Math.min(leastLag, samplesOf(nowMs) - position - lengthSamples);
      const aheadSamples = position + lengthSamples - samplesOf(nowMs);
      if (aheadSamples > samplesOf(quiet ? aheadQuietMs : aheadMs)) return 'drop';
      position += lengthSamples;
      return 'take';
    },
    fill(nowMs) {
      const overdue = samplesOf(nowMs) - position >= samplesOf(overdueMs);
      const missing = overdue ? samplesOf(nowMs - graceMs) - position : lasting(nowMs);
      position += missing;
      return missing;
    },
    get position() {
      return position;
    },
  };
}
