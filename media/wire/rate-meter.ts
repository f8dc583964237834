/** Two token buckets, for messages and for bytes. Pure; times must not go back. */
export interface RateMeter {
  /** Returns undefined within both limits, otherwise the one that was exceeded. */
  take(bytes: number, nowMs: number): 'frames' | 'bytes' | undefined;
}

export interface RateLimits {
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly burstSeconds: number;
}

/** Counts in thousandths and whole milliseconds: a field with a fraction is allocated again with each message. */
class Buckets implements RateMeter {
  private frames: number;
  private bytesLeft: number;
  private lastMs: number;
  private readonly limits: RateLimits;

  constructor(limits: RateLimits, nowMs: number) {
    this.limits = limits;
    this.frames = limits.framesPerSecond * limits.burstSeconds * 1000;
    this.bytesLeft = limits.bytesPerSecond * limits.burstSeconds * 1000;
    this.lastMs = Math.floor(nowMs);
  }

  take(bytes: number, nowMs: number): 'frames' | 'bytes' | undefined {
    const { framesPerSecond, bytesPerSecond, burstSeconds } = this.limits;
    const wholeMs = Math.floor(nowMs);
    const elapsedMs = wholeMs - this.lastMs;
    const burstThousandths = burstSeconds * 1000;
    this.lastMs = wholeMs;
    this.frames = Math.min(framesPerSecond * burstThousandths, this.frames + elapsedMs * framesPerSecond) - 1000;
    this.bytesLeft =
      Math.min(bytesPerSecond * burstThousandths, this.bytesLeft + elapsedMs * bytesPerSecond) - bytes * 1000;
    if (this.frames < 0) return 'frames';
    return this.bytesLeft < 0 ? 'bytes' : undefined;
  }
}

export const createRateMeter = (limits: RateLimits, nowMs: number): RateMeter => new Buckets(limits, nowMs);
