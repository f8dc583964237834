/** Output of a jitter buffer. Both functions are called in sequence order. */
export interface JitterOutput {
  play(payload: Uint8Array): void;
  /** This many pieces will not arrive in time. */
  conceal(pieces: number): void;
}

export interface JitterReport {
  /** Received pieces, in any order. */
  readonly pieces: number;
  /** Pieces that never arrived, or too late to be used. */
  readonly lost: number;
  /** Pieces counted as lost that arrived later. */
  readonly late: number;
  readonly duplicated: number;
  /** Pieces that arrived after a later one and were reordered. */
  readonly reordered: number;
  /** The longest wait for a missing piece. */
  readonly windowMs: number;
  /** Maximum interarrival jitter (RFC 3550). */
  readonly jitterMs: number;
  /** False if the far end sends no sequence numbers, or meaningless ones. */
  readonly numbered: boolean;
}

/**
 * Puts numbered pieces back in order. A piece in sequence passes at once; only those behind a gap wait, for as long as
 * recent gaps took to close. Pure and synchronous.
 */
export interface JitterBuffer {
  /**
   * `number` is the far end's sequence number; a piece without one passes unchanged. `pieceMs` is its length. Waiting
   * pieces are copied.
   */
  arrive(payload: Uint8Array, number: number | undefined, pieceMs: number, nowMs: number): void;
  /** Stops waiting for pieces that are overdue. */
  tick(nowMs: number): void;
  readonly waitingPieces: number;
  readonly report: JitterReport;
}

/** Minimum window, in pieces: a shorter one could not even detect two swapped pieces. */
const leastPieces = 2.5;
/** Maximum window. A longer wait would be audible as delay, and a piece this late is as good as lost. */
const mostMs = 200;
/** Factor on the length of recent gaps, for those that take a little longer. */
const headroom = 1.25;
/** Factor by which the remembered gap length decays with each later gap. */
const forgetting = 0.9;
/** Maximum number of pieces waiting behind gaps. */
const maxWaiting = 64;
/** A larger jump starts a new sequence and is not a loss. */
const maxJump = 1000;
/** After this many outdated numbers without the expected one, the numbers mean something else. */
const maxStale = 10;
/** If `trialGaps` gaps occur among `trialPieces` pieces, the numbers also count something else. */
const trialPieces = 50;
const trialGaps = 30;
/** Maximum number of lost sequence numbers remembered, in case they still arrive. */
const maxRemembered = 256;

interface Waiting {
  readonly payload: Uint8Array;
  readonly arrivedMs: number;
}

export function createJitterBuffer(output: JitterOutput): JitterBuffer {
  const waiting = new Map<number, Waiting>();
  /** Lost sequence numbers, with the time when each was first missed. */
  const missed = new Map<number, number>();
  let next: number | undefined;
  let gapSinceMs = 0;
  let reachMs = 0;
  let pieceLengthMs = 20;
  let stale = 0;
  let trial = { pieces: 0, gaps: 0 };
  let trusted = true;
  const jitter = createJitterMeter();
  const counts = { pieces: 0, lost: 0, late: 0, duplicated: 0, reordered: 0, windowMs: 0 };

  const windowMs = (): number => {
    const least = leastPieces * pieceLengthMs;
    return Math.max(least, Math.min(mostMs, headroom * reachMs));
  };

  /** Plays the waiting pieces up to the next gap. */
  function drain(nowMs: number): void {
    if (next === undefined) return;
    for (let held = waiting.get(next); held !== undefined; held = waiting.get(next)) {
      waiting.delete(next);
      next += 1;
      output.play(held.payload);
    }
    // A gap becomes known with the first piece behind it, even while an earlier gap is still open.
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

  /** Plays the waiting pieces in order of arrival, and ignores sequence numbers from now on. */
  function distrust(): void {
    trusted = false;
    for (const { payload } of waiting.values()) output.play(payload);
    waiting.clear();
  }

  /** Counts a past sequence number as a late piece or a duplicate. */
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
      jitter.arrive(trusted ? number : undefined, pieceLengthMs, nowMs);
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
      return { ...counts, jitterMs: jitter.maxMs, numbered: trusted && next !== undefined };
    },
  };
}

/** Measures interarrival jitter (RFC 3550) in pieces whose far end may number them. */
function createJitterMeter() {
  let lastArrivalMs: number | undefined;
  let lastNumber = 0;
  let isNumbered = false;
  let jitterMs = 0;
  let maxMs = 0;
  return {
    arrive(number: number | undefined, pieceMs: number, nowMs: number): void {
      if (lastArrivalMs !== undefined) {
        const pieces = number === undefined || !isNumbered ? 1 : number - lastNumber;
        const deviationMs = Math.abs(nowMs - lastArrivalMs - pieces * pieceMs);
        if (Math.abs(pieces) < maxJump) jitterMs += (deviationMs - jitterMs) / 16;
        maxMs = Math.max(maxMs, jitterMs);
      }
      lastArrivalMs = nowMs;
      lastNumber = number ?? 0;
      isNumbered ||= number !== undefined;
    },
    get maxMs() {
      return maxMs;
    },
  };
}
