/** Keeps a track received over a network in step with our clock. Times are milliseconds of the call. */
export interface SampleClock {
  /** Returns the silence before the first piece, which arrives a moment after the stream began; 0 for later pieces. */
  lead(nowMs: number, lengthSamples: number): number;
  /** Returns whether to place a received piece here, or drop it because the track runs ahead. */
  arrive(nowMs: number, lengthSamples: number, quiet: boolean): 'take' | 'drop';
  /**
   * Returns the number of samples to insert for overdue audio, which are then part of the track. Must be called
   * regularly.
   */
  fill(nowMs: number): number;
  /** Reports missing samples. Returns how many of them fit before `untilMs`; they are then part of the track. */
  skip(samples: number, untilMs: number): number;
  /** Reports that the far end sends continuously: overdue audio was delayed and will still arrive. */
  expectLate(): void;
  /** Number of samples placed so far. */
  readonly position: number;
}

/** Audio overdue by more than this counts as not sent, as by a muted microphone. */
const overdueMs = 240;
/** Wait for overdue audio if it arrived after all the last time: silence in its place would end the turn. */
const patientMs = 2200;
/** Once silence is inserted, this much before now stays open for audio that is merely late. */
const graceMs = 120;
/**
 * Late audio that arrives after all puts the track ahead: quiet pieces are dropped beyond `aheadQuietMs`, all pieces
 * beyond `aheadMs`.
 */
const aheadQuietMs = 60;
const aheadMs = 2000;
/**
 * A track that lagged by more than `lagMs` for all of `watchMs` has lost that much: silence is inserted where it is
 * quiet.
 */
const watchMs = 2000;
const lagMs = 40;
/** Time after which it is known whether the replaced audio still arrived. */
const verdictMs = 500;

export function createSampleClock(rateHz: number): SampleClock {
  let position = 0;
  let begun = false;
  let leastLag = Number.POSITIVE_INFINITY;
  let watchedFromMs = 0;
  let lastQuiet = false;
  let patient = false;
  let expected = false;
  /** Samples inserted since audio last arrived. */
  let gap = 0;
  /** Samples inserted before audio arrived again, and the deadline for the replaced audio. */
  let verdict: { readonly atMs: number; readonly gap: number } | undefined;
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);

  /** Returns the lag that persisted for the whole of the last watch. */
  function lasting(nowMs: number): number {
    if (nowMs - watchedFromMs < watchMs || !lastQuiet) return 0;
    const lag = leastLag;
    watchedFromMs = nowMs;
    leastLag = Number.POSITIVE_INFINITY;
    return lag < Number.POSITIVE_INFINITY && lag > samplesOf(lagMs) ? lag : 0;
  }

  /** Decides whether to wait for the next overdue audio, from the outcome of the last. */
  function learn(nowMs: number, aheadSamples: number): void {
    if (gap > 0) verdict = { atMs: nowMs + verdictMs, gap };
    gap = 0;
    if (verdict === undefined) return;
    if (aheadSamples > Math.min(verdict.gap, samplesOf(aheadMs)) / 2) patient = true;
    else if (nowMs >= verdict.atMs) patient = false;
    else return;
    verdict = undefined;
  }

  return {
    lead(nowMs, lengthSamples) {
      if (begun) return 0;
      begun = true;
      const missing = Math.max(0, samplesOf(nowMs) - lengthSamples - position);
      position += missing;
      watchedFromMs = nowMs;
      gap = 0;
      return missing;
    },
    arrive(nowMs, lengthSamples, quiet) {
      lastQuiet = quiet;
      leastLag = Math.min(leastLag, samplesOf(nowMs) - position - lengthSamples);
      const aheadSamples = position + lengthSamples - samplesOf(nowMs);
      learn(nowMs, aheadSamples);
      if (aheadSamples > samplesOf(quiet ? aheadQuietMs : aheadMs)) return 'drop';
      position += lengthSamples;
      return 'take';
    },
    fill(nowMs) {
      const waitMs = patient && begun && gap === 0 ? patientMs : overdueMs;
      const isOverdue = samplesOf(nowMs) - position >= samplesOf(waitMs);
      const missing = isOverdue ? samplesOf(nowMs - graceMs) - position : lasting(nowMs);
      if (isOverdue) gap += missing;
      position += missing;
      return missing;
    },
    skip(samples, untilMs) {
      const missing = Math.max(0, Math.min(samples, samplesOf(untilMs) - position));
      position += missing;
      return missing;
    },
    expectLate() {
      if (expected) return;
      expected = true;
      patient = true;
    },
    get position() {
      return position;
    },
  };
}
