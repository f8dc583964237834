import { createRateReader } from './rate-reader.ts';

/** Converts a device's samples to frames of 16-bit samples at another rate. */
export interface Framer {
  push(samples: Float32Array): void;
}

export interface FramerOptions {
  readonly fromHz: number;
  readonly toHz: number;
  readonly frameSamples: number;
  /** The frame is not reused, so the receiver may keep it. */
  readonly onFrame: (frame: Int16Array<ArrayBuffer>) => void;
}

export function createFramer({ fromHz, toHz, frameSamples, onFrame }: FramerOptions): Framer {
  const reader = createRateReader({ fromHz, toHz, capacity: fromHz });
  let frame = new Int16Array(frameSamples);
  let filled = 0;
  return {
    push(samples) {
      reader.write(samples);
      while (reader.ready) {
        frame[filled++] = Math.round(Math.max(-1, Math.min(1, reader.read())) * 32767);
        if (filled < frameSamples) continue;
        onFrame(frame);
        frame = new Int16Array(frameSamples);
        filled = 0;
      }
    },
  };
}
