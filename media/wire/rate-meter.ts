/** Two token buckets, of messages and of bytes. Pure; times must not go back. */
export interface RateMeter {
  /** Undefined while within both; else which was exceeded. */
  take(bytes: number, nowMs: number): 'frames' | 'bytes' | undefined;
}

export interface RateLimits {
  readonly framesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly burstSeconds: number;
}

export function createRateMeter(
  { framesPerSecond, bytesPerSecond, burstSeconds }: RateLimits,
  nowMs: number,
): RateMeter {
  // In thousandths and whole milliseconds: a variable that holds a fraction is allocated anew with each message.
  const maxFrames = framesPerSecond * burstSeconds * 1000;
  const maxBytes = bytesPerSecond * burstSeconds * 1000;
  let frames = maxFrames;
  let bytesLeft = maxBytes;
  let lastMs = Math.floor(nowMs);

  return {
    take(bytes, atMs) {
      const wholeMs = Math.floor(atMs);
      const elapsedMs = wholeMs - lastMs;
      lastMs = wholeMs;
      frames = Math.min(maxFrames, frames + elapsedMs * framesPerSecond) - 1000;
      bytesLeft = Math.min(maxBytes, bytesLeft + elapsedMs * bytesPerSecond) - bytes * 1000;
      if (frames < 0) return 'frames';
      return bytesLeft < 0 ? 'bytes' : undefined;
    },
  };
}
