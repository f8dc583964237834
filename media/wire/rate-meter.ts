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
  const maxFrames = framesPerSecond * burstSeconds;
  const maxBytes = bytesPerSecond * burstSeconds;
  let frames = maxFrames;
  let bytesLeft = maxBytes;
  let lastMs = nowMs;

  return {
    take(bytes, atMs) {
      const seconds = (atMs - lastMs) / 1000;
      lastMs = atMs;
      frames = Math.min(maxFrames, frames + seconds * framesPerSecond) - 1;
      bytesLeft = Math.min(maxBytes, bytesLeft + seconds * bytesPerSecond) - bytes;
      if (frames < 0) return 'frames';
      return bytesLeft < 0 ? 'bytes' : undefined;
    },
  };
}
