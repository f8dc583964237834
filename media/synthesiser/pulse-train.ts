/** Rate at which the acoustic model learnt its phases. Pulse positions within a sample are relative to it. */
const modelRateHz = 24000;

/** Frames with a lower pitch are unvoiced. */
export const voicedAboveHz = 40;

/** Generates a pulse train sequentially. */
export interface PulseTrain {
  /** Writes the `out.length` samples from sample `from`. Consecutive calls must be contiguous. */
  next(out: Float32Array): void;
}

export interface PulseTrainOptions {
  /** Pitch in Hz, one value per hop. */
  readonly f0: Float32Array;
  readonly hop: number;
  readonly rateHz: number;
  /** Upper limit of the harmonics. */
  readonly maxHz: number;
}

/**
 * Generates cosine pulses with every harmonic at unit amplitude: sum over h <= H of cos(h t) = sin((H + 1/2) t) / (2
 * sin(t / 2)) - 1/2. The pitch is interpolated linearly between the middles of the hops.
 */
export function createPulseTrain({ f0, hop, rateHz, maxHz }: PulseTrainOptions): PulseTrain {
  const last = f0.length - 1;
  const early = rateHz / modelRateHz;
  let sample = 0;
  let cycles = 0;
  const pitchAt = (n: number): number => {
    const place = (n + early / 2) / hop - 0.5;
    const left = Math.floor(place);
    const share = place - left;
    const a = f0[Math.min(Math.max(left, 0), last)] as number;
    const b = f0[Math.min(Math.max(left + 1, 0), last)] as number;
    return a + (b - a) * share;
  };
  return {
    next(out) {
      for (let i = 0; i < out.length; i++, sample++) {
        const pitch = sample >= (last + 1) * hop ? 0 : pitchAt(sample);
        const hz = Math.max(pitch, voicedAboveHz);
        const turns = cycles + hz / modelRateHz;
        out[i] =
          pitch > voicedAboveHz ? pulse(2 * Math.PI * (turns - Math.floor(turns)), Math.floor(maxHz / hz) + 0.5) : 0;
        cycles += hz / rateHz;
        cycles -= Math.floor(cycles);
      }
    },
  };
}

function pulse(angle: number, order: number): number {
  const below = 2 * Math.sin(angle / 2);
  // At the peak both sines are zero; their quotient tends to the order.
  return (Math.abs(below) <= 2e-3 ? order : Math.sin(order * angle) / below) - 0.5;
}
