import { createRateReader } from './rate-reader.ts';

/** Turns a device's samples into frames of 16-bit samples of another rate. */
export interface Framer {
  push(samples: Float32Array): void;
}

export interface FramerOptions {
  readonly fromHz: number;
  readonly toHz: number;
  readonly frameSamples: number;
  /** The frame is the receiver's to keep. */
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
