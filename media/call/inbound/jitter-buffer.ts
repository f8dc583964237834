/** What a jitter buffer does with the pieces it is given. Both are called in the order of the far end's count. */
export interface JitterOutput {
  play(payload: Uint8Array): void;
  /** So many pieces will not come in time. */
  conceal(pieces: number): void;
}

export interface JitterReport {
  /** Pieces that came, in whatever order. */
  readonly pieces: number;
  /** Pieces given up: they never came, or came too late to be of use. */
  readonly lost: number;
  /** Of these, the ones that came after all. */
  readonly late: number;
  readonly duplicated: number;
  /** Pieces that came after a later one and were put back in their place. */
  readonly reordered: number;
  /** The most that was waited for a missing piece. */
  readonly windowMs: number;
  /** Interarrival jitter as RFC 3550 reckons it, at its highest. */
  readonly jitterMs: number;
  /** False when the far end has no numbers, or none that make sense. */
  readonly numbered: boolean;
}

/**
 * Puts numbered pieces back in order. A piece in its turn passes at once; only those behind a gap wait, for as long as
 * gaps of late have taken to close. Pure and synchronous.
 */
export interface JitterBuffer {
  /** `number` is the far end's count of pieces; without one a piece passes as it is. `pieceMs` is its length. What waits is copied. */
  arrive(payload: Uint8Array, number: number | undefined, pieceMs: number, nowMs: number): void;
  /** Gives up what has been waited for long enough. */
  tick(nowMs: number): void;
  readonly waitingPieces: number;
  readonly report: JitterReport;
}

/** A window of less than so many pieces could not even see two of them swapped. */
const leastPieces = 2.5;
/** More than this would be heard as a delay, and a piece this late is as good as lost. */
const mostMs = 200;
/** Beyond what the last gaps took, for those that take a little longer. */
const headroom = 1.25;
/** How much of what a gap once took is forgotten with each later gap. */
const forgetting = 0.9;
/** Pieces that wait behind gaps. */
const maxWaiting = 64;
/** A larger jump is a new sequence, not a loss. */
const maxJump = 1000;
/** So many pieces in a row that are none of the next: the numbers mean something else. */
const maxStale = 10;
/** Of so many pieces, so many that came behind a gap: the numbers count something else besides. */
const trialPieces = 50;
const trialGaps = 30;
/** Numbers given up that may still come. */
const maxRemembered = 256;

interface Waiting {
  readonly payload: Uint8Array;
  readonly arrivedMs: number;
}

export function createJitterBuffer(output: JitterOutput): JitterBuffer {
  const waiting = new Map<number, Waiting>();
  /** Numbers given up, with when they were first missed. */
  const missed = new Map<number, number>();
  let next: number | undefined;
  let gapSinceMs = 0;
  let reachMs = 0;
  let pieceLengthMs = 20;
  let stale = 0;
  let trial = { pieces: 0, gaps: 0 };
  let trusted = true;
  let lastArrivalMs: number | undefined;
  let lastPieces = 0;
  let jitter = 0;
  const counts = { pieces: 0, lost: 0, late: 0, duplicated: 0, reordered: 0, windowMs: 0, jitterMs: 0 };

  const windowMs = (): number => {
    const least = leastPieces * pieceLengthMs;
    return Math.max(least, Math.min(mostMs, headroom * reachMs));
  };

  /** Everything that waits behind the gap and follows without another. */
  function drain(nowMs: number): void {
    if (next === undefined) return;
    for (let held = waiting.get(next); held !== undefined; held = waiting.get(next)) {
      waiting.delete(next);
      next += 1;
      output.play(held.payload);
    }
    // The first piece behind a gap shows it, also while an earlier gap is waited for.
    gapSinceMs = nowMs;
    for (const { arrivedMs } of waiting.values()) gapSinceMs = Math.min(gapSinceMs, arrivedMs);
  }

  function giveUp(nowMs: number): void {
    const resume = Math.min(...waiting.keys());
    const from = next as number;
    const pieces = resume - from;
    for (let number = from; number < resume; number += 1) missed.set(number, gapSinceMs);
    for (const number of missed.keys()) if (missed.size > maxRemembered) missed.delete(number);
    counts.lost += pieces;
    counts.windowMs = Math.max(counts.windowMs, windowMs());
    trial.gaps += 1;
    reachMs *= forgetting;
    output.conceal(pieces);
    next = resume;
    drain(nowMs);
  }

  /** Whatever waits is played as it came, and the numbers are looked at no more. */
  function distrust(): void {
    trusted = false;
    for (const { payload } of waiting.values()) output.play(payload);
    waiting.clear();
  }

  function noteArrival(pieceNumber: number | undefined, nowMs: number): void {
    if (lastArrivalMs !== undefined) {
      const pieces = pieceNumber === undefined || next === undefined ? 1 : pieceNumber - lastPieces;
      const deviationMs = Math.abs(nowMs - lastArrivalMs - pieces * pieceLengthMs);
      if (Math.abs(pieces) < maxJump) jitter += (deviationMs - jitter) / 16;
      counts.jitterMs = Math.max(counts.jitterMs, jitter);
    }
    lastArrivalMs = nowMs;
    lastPieces = pieceNumber ?? 0;
  }

  /** Whether a past sequence number is a late packet, a duplicate, or neither. */
  function outdated(number: number, payload: Uint8Array, nowMs: number): void {
    const missedAtMs = missed.get(number);
    if (missedAtMs === undefined) counts.duplicated += 1;
    else {
      missed.delete(number);
      counts.late += 1;
      reachMs = Math.max(reachMs, nowMs - missedAtMs);
    }
    stale += 1;
    if (stale < maxStale) return;
    distrust();
    output.play(payload);
  }

  function restart(number: number, payload: Uint8Array, nowMs: number): void {
    for (const held of waiting.values()) output.play(held.payload);
    waiting.clear();
    missed.clear();
    next = number + 1;
    gapSinceMs = nowMs;
    output.play(payload);
  }

  function inOrder(payload: Uint8Array, nowMs: number): void {
    stale = 0;
    next = (next as number) + 1;
    output.play(payload);
    if (waiting.size === 0) return;
    counts.reordered += 1;
    reachMs = Math.max(reachMs * forgetting, nowMs - gapSinceMs);
    counts.windowMs = Math.max(counts.windowMs, nowMs - gapSinceMs);
    drain(nowMs);
  }

  function ahead(number: number, payload: Uint8Array, nowMs: number): void {
    if (waiting.has(number)) {
      counts.duplicated += 1;
      return;
    }
    if (waiting.size === 0) gapSinceMs = nowMs;
    waiting.set(number, { payload: payload.slice(), arrivedMs: nowMs });
    if (waiting.size > maxWaiting) giveUp(nowMs);
  }

  function judgeNumbers(): void {
    if (trial.gaps >= trialGaps) distrust();
    else if (trial.pieces >= trialPieces) trial = { pieces: 0, gaps: 0 };
  }

  return {
    arrive(payload, number, pieceMs, nowMs) {
      counts.pieces += 1;
      if (pieceMs > 0) pieceLengthMs = pieceMs;
      noteArrival(trusted ? number : undefined, nowMs);
      if (number === undefined || !trusted) return output.play(payload);
      trial.pieces += 1;
      if (next === undefined || Math.abs(number - next) > maxJump) restart(number, payload, nowMs);
      else if (number === next) inOrder(payload, nowMs);
      else if (number < next) outdated(number, payload, nowMs);
      else ahead(number, payload, nowMs);
      if (trusted) judgeNumbers();
    },
    tick(nowMs) {
      while (waiting.size > 0 && nowMs - gapSinceMs >= windowMs()) giveUp(nowMs);
    },
    get waitingPieces() {
      return waiting.size;
    },
    get report() {
      return { ...counts, numbered: trusted && next !== undefined };
    },
  };
}
