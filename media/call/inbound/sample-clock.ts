/** Keeps a track that arrives over a network in step with our clock. Times are milliseconds of the call. */
export interface SampleClock {
  /** Silence before the first piece, which comes a moment after the stream began; 0 for every later one. */
  lead(nowMs: number, lengthSamples: number): number;
  /** What to do with a piece that has just come: place it here, or drop it because the track runs ahead. */
  arrive(nowMs: number, lengthSamples: number, quiet: boolean): 'take' | 'drop';
  /** How much stands for audio that is overdue; call it now and then. It is then part of the track. */
  fill(nowMs: number): number;
  /** So much is known to be missing; as much of it as there is room for before `untilMs` is then part of the track. */
  skip(samples: number, untilMs: number): number;
  /** The far end sends without pause: what is overdue is held up on the way and comes after all. */
  expectLate(): void;
  /** Samples placed so far. */
  readonly position: number;
}

/** Later than this, audio is taken for not sent, as by a microphone that is switched off. */
const overdueMs = 240;
/** Where audio that was overdue came after all, it is waited for this long: silence in its place would end the turn. */
const patientMs = 2200;
/** What is left for audio that is merely late, once silence has been put in. */
const graceMs = 120;
/** Late audio that comes after all puts the track ahead: quiet pieces are dropped beyond the first, any beyond the second. */
const aheadQuietMs = 60;
const aheadMs = 2000;
/** A track that was never nearer than the second for the first has lost that much: silence makes up for it where it is quiet. */
const watchMs = 2000;
const lagMs = 40;
/** By then it is known whether what was filled came after all. */
const verdictMs = 500;

export function createSampleClock(rateHz: number): SampleClock {
  let position = 0;
  let begun = false;
  let leastLag = Number.POSITIVE_INFINITY;
  let watchedFromMs = 0;
  let lastQuiet = false;
  let patient = false;
  let expected = false;
  /** What was put in since audio last came. */
  let gap = 0;
  /** What was put in before audio came again, and when it must have been made good. */
  let verdict: { readonly atMs: number; readonly gap: number } | undefined;
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);

  /** The lag that was there for the whole of the last watch. */
  function lasting(nowMs: number): number {
    if (nowMs - watchedFromMs < watchMs || !lastQuiet) return 0;
    const lag = leastLag;
    watchedFromMs = nowMs;
    leastLag = Number.POSITIVE_INFINITY;
    return lag < Number.POSITIVE_INFINITY && lag > samplesOf(lagMs) ? lag : 0;
  }

  /** Whether to wait for the next audio that is overdue, from what became of the last. */
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
